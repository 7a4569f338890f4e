import { Checkbox, TextField } from '../../ui/field';
import { call } from '../call';
import * as texts from '../texts';
import { FormDialog } from '../ui/form-dialog';

/** Resolves a manual check-in with an unknown code: staff choose its ticket, or say that nobody knows it. */
export const IdentifyTicket = ({ scan, onClose }: { scan: string; onClose: () => void }) => (
  <FormDialog
    title={texts.whoseTicket}
    confirm={({ nobody }) => (nobody ? texts.closeWithoutTicket : texts.countForTicket)}
    draft={`identify-${scan}`}
    empty={{ code: '', nobody: false, override: false, why: '' }}
    send={({ code, nobody, ...typed }) => call('gate-name', { scan, code: nobody ? '' : code, nobody, ...typed })}
    onClose={onClose}
  >
    {({ typed: { code, nobody, override }, set, faults }) => (
      <>
        <p>{texts.whoseTicketHelp}</p>
        {!nobody && (
          <TextField
            label={texts.ticketOrBookingCode}
            value={code}
            error={faults.code}
            onChange={({ target }) => set({ code: target.value, override: false })}
            required
          />
        )}
        {!nobody && (faults.override || override) && (
          <Checkbox
            label={texts.countAnyway}
            checked={override}
            onChange={({ target }) => set({ override: target.checked })}
          />
        )}
        <Checkbox
          label={texts.nobodyKnows}
          checked={nobody}
          onChange={({ target }) => set({ nobody: target.checked })}
        />
      </>
    )}
  </FormDialog>
);
