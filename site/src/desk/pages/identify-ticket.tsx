import { call } from '../call';
import * as texts from '../texts';
import { FormCheckbox, FormDialog, FormText } from '../ui/form-dialog';

/** Resolves a manual check-in with an unknown code: staff enter the ticket's code, or tick that nobody knows. */
export const IdentifyTicket = ({ scan, onClose }: { scan: string; onClose: () => void }) => (
  <FormDialog
    title={texts.whoseTicket}
    confirm={({ nobody }) => (nobody ? texts.closeWithoutTicket : texts.countForTicket)}
    draft={`identify-${scan}`}
    empty={{ code: '', nobody: false, override: false, why: '' }}
    send={({ code, nobody, ...typed }) => call('gate-name', { scan, code: nobody ? '' : code, nobody, ...typed })}
    onClose={onClose}
  >
    {({ set, ...form }) => (
      <>
        <p>{texts.whoseTicketHelp}</p>
        {!form.typed.nobody && (
          <FormText
            form={{ ...form, set: (change) => set({ ...change, override: false }) }}
            name="code"
            label={texts.ticketOrBookingCode}
            required
          />
        )}
        {!form.typed.nobody && (form.faults.override || form.typed.override) && (
          <FormCheckbox form={{ ...form, set }} name="override" label={texts.countAnyway} />
        )}
        <FormCheckbox form={{ ...form, set }} name="nobody" label={texts.nobodyKnows} />
      </>
    )}
  </FormDialog>
);
