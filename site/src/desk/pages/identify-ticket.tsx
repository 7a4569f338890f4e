import { useState } from 'react';
import { Checkbox, TextField } from '../../ui/field';
import { Dialog } from '../ui/dialog';
import { Reason } from '../ui/reason';
import { useAction } from '../use-form-call';

/**
 * Somebody was let in by hand, and no ticket has the code: whose ticket it was, or that nobody knows. Either closes the
 * task and stands in the log of acts.
 */
export function NameTicket({ scan, onClose }: { scan: string; onClose: () => void }) {
  const [code, setCode] = useState('');
  const [nobody, setNobody] = useState(false);
  const [override, setOverride] = useState(false);
  const [why, setWhy] = useState('');
  const { send, faults, setFaults, wrong } = useAction('gate-name', nobody ? ['why'] : ['code', 'override', 'why']);
  const done = async () => {
    if (await send({ scan, code: nobody ? '' : code, nobody, override, why })) onClose();
  };
  return (
    <Dialog
      title="Whose ticket was it?"
      confirm={nobody ? 'Close it without a ticket' : 'Count it for this ticket'}
      onConfirm={done}
      onClose={onClose}
      alert={wrong}
    >
      <p>
        Ask at the door who was let in. With the code the person counts as inside since then, as with any ticket;
        without one nobody is counted.
      </p>
      {!nobody && (
        <TextField
          label="Code of the ticket or of the registration"
          value={code}
          error={faults.code}
          onChange={({ target }) => {
            // What was said of one ticket is not said of another.
            setCode(target.value);
            setOverride(false);
            setFaults(faults.why ? { why: faults.why } : {});
          }}
          required
        />
      )}
      {!nobody && (faults.override || override) && (
        <Checkbox
          label="Count it all the same: the person came in with this ticket"
          checked={override}
          onChange={({ target }) => setOverride(target.checked)}
        />
      )}
      <Checkbox
        label="It cannot be found out, or it was no guest"
        checked={nobody}
        onChange={({ target }) => setNobody(target.checked)}
      />
      <Reason value={why} error={faults.why} set={setWhy} />
    </Dialog>
  );
}
