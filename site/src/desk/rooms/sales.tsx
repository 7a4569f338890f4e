import { useState } from 'react';
import type { DeskSalesPause, DeskSalesResponse } from '../../types/wire.gen';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { toast } from '../../ui/toast';
import { call, unseen } from '../call';
import { useTyped } from '../drafts';
import { momentOf } from '../format';
import { Dialog } from '../ui/dialog';
import { Sheet } from '../ui/sheet';
import { Shown } from '../ui/states';
import { Status } from '../ui/status';
import { Table } from '../ui/table';
import { useRoom } from '../use-room';

interface Line {
  type: string;
  name: string;
  pause: DeskSalesPause | undefined;
}

/** What is sold, and what rests, with the sentence that visitors read. */
export default function Sales() {
  const room = useRoom<DeskSalesResponse>('sales/view');
  const [asked, setAsked] = useState<Line>();
  const done = (data: DeskSalesResponse) => {
    room.show(data);
    setAsked(undefined);
  };
  return (
    <Sheet number="D-08" title="Sales">
      <p>
        A pause counts with the next registration, and visitors read your sentence in place of the form. Who has a
        payment link can still pay. Prices and dates stay with the content.
      </p>
      <Shown room={room}>
        {({ paused, categories }) => (
          <Table
            caption="Sales"
            rows={[{ type: '', name: 'Everything' }, ...categories].map((line) => ({
              ...line,
              pause: paused.find(({ category }) => category === line.type),
            }))}
            keyOf={({ type }) => type || 'everything'}
            columns={[
              { name: 'name', title: 'What', cell: ({ name }) => name },
              { name: 'state', title: 'State', cell: ({ pause }) => <State pause={pause} /> },
              { name: 'sentence', title: 'Visitors read', cell: ({ pause }) => pause?.sentence ?? '' },
              {
                name: 'acts',
                title: 'Acts',
                cell: (line) => (
                  <Button look="outline" onClick={() => setAsked(line)}>
                    {line.pause ? 'Sell again' : 'Pause'}
                    <span className="unseen"> {line.name}</span>
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Shown>
      {asked && <Ask line={asked} onClose={() => setAsked(undefined)} onDone={done} />}
    </Sheet>
  );
}

const State = ({ pause }: { pause: DeskSalesPause | undefined }) =>
  pause ? (
    <Status sign="person">{`paused by ${pause.actor}, ${momentOf(pause.since)}`}</Status>
  ) : (
    <Status sign="good">sold, as the content says</Status>
  );

interface AskProps {
  line: Line;
  onClose: () => void;
  onDone: (data: DeskSalesResponse) => void;
}

function Ask({ line: { type, name, pause }, onClose, onDone }: AskProps) {
  const [typed, setTyped, forget] = useTyped(`sales-${type}`, { sentence: '', why: '' });
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [wrong, setWrong] = useState('');
  const send = async () => {
    const answer = await call<DeskSalesResponse>(pause ? 'sales/resume' : 'sales/pause', { category: type, ...typed });
    if (!answer.ok) {
      setFaults(answer.problem?.fields ?? {});
      return setWrong(unseen(answer, pause ? ['why'] : ['sentence', 'why']));
    }
    forget();
    toast.success(pause ? `Sold again: ${name}.` : `Paused: ${name}. Visitors read your sentence from now on.`);
    onDone(answer.body);
  };
  return (
    <Dialog
      title={pause ? `Sell again: ${name}` : `Pause: ${name}`}
      onClose={onClose}
      confirm={pause ? 'Sell again' : 'Pause'}
      onConfirm={send}
    >
      {!pause && (
        <TextField
          label="What visitors read"
          help="What is paused, and when to come again."
          maxLength={300}
          value={typed.sentence}
          error={faults.sentence}
          onChange={({ target }) => setTyped({ ...typed, sentence: target.value })}
        />
      )}
      <TextField
        label="Why"
        help="It stands in the log of acts; visitors do not see it."
        value={typed.why}
        error={faults.why}
        onChange={({ target }) => setTyped({ ...typed, why: target.value })}
      />
      {wrong && <p role="alert">{wrong}</p>}
    </Dialog>
  );
}
