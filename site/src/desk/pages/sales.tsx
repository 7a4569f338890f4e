import { useState } from 'react';
import { tickets } from '../../content';
import type { DeskCategory, DeskSalesPause, DeskSalesResponse, DeskTodayResponse } from '../../types/wire.gen';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { toast } from '../../ui/toast';
import { useTyped } from '../drafts';
import { dayOf, momentOf, money, number } from '../format';
import { Dialog } from '../ui/dialog';
import { Sheet } from '../ui/page';
import { Shown } from '../ui/states';
import { Status } from '../ui/status';
import { Table } from '../ui/table';
import { useRoom } from '../use-data';
import { useAction } from '../use-form-call';
import { left } from './overview';

interface Line {
  type: string;
  name: string;
  pause: DeskSalesPause | undefined;
  /** How many seats are sold, for who sees it; none for everything together. */
  seats: DeskCategory | undefined;
}

/** What is sold, and what rests, with the sentence that visitors read. */
export default function Sales() {
  const room = useRoom<DeskSalesResponse>('sales/view');
  const today = useRoom<DeskTodayResponse>('today');
  const [asked, setAsked] = useState<Line>();
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
              seats: today.data?.categories.find(({ type }) => type === line.type),
            }))}
            keyOf={({ type }) => type || 'everything'}
            columns={[
              { name: 'name', title: 'What', cell: ({ name }) => name },
              { name: 'price', title: 'Price with GST', numeric: true, cell: ({ type }) => priceOf(type) },
              {
                name: 'sold',
                title: 'Seats taken',
                numeric: true,
                cell: ({ seats }) => seats && number(seats.held.seats),
              },
              {
                name: 'left',
                title: 'Seats left',
                numeric: true,
                cell: ({ seats }) => (seats?.capacity ? number(left(seats)) : ''),
              },
              { name: 'until', title: 'On sale until', whole: true, cell: ({ type }) => saleEndOf(type) },
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
      {asked && <Ask line={asked} onClose={() => setAsked(undefined)} />}
    </Sheet>
  );
}

const categoryOf = (type: string) => tickets.categories.find((category) => category.type === type);

const priceOf = (type: string): string => {
  const category = categoryOf(type);
  return category ? money(category.prices.alone.total_paise) : '';
};

const saleEndOf = (type: string): string => {
  const closes = categoryOf(type)?.sales.closes_at;
  return closes ? dayOf(closes) : '';
};

const State = ({ pause }: { pause: DeskSalesPause | undefined }) =>
  pause ? (
    <Status sign="person">{`paused by ${pause.actor}, ${momentOf(pause.since)}`}</Status>
  ) : (
    <Status sign="good">sold, as the content says</Status>
  );

function Ask({ line: { type, name, pause }, onClose }: { line: Line; onClose: () => void }) {
  const [typed, setTyped, forget] = useTyped(`sales-${type}`, { sentence: '', why: '' });
  const shown = pause ? ['why'] : ['sentence', 'why'];
  const { send, faults, wrong } = useAction(pause ? 'sales/resume' : 'sales/pause', shown);
  const confirm = async () => {
    if (!(await send({ category: type, ...typed }))) return;
    forget();
    toast.success(pause ? `Sold again: ${name}.` : `Paused: ${name}. Visitors read your sentence from now on.`);
    onClose();
  };
  return (
    <Dialog
      title={pause ? `Sell again: ${name}` : `Pause: ${name}`}
      onClose={onClose}
      confirm={pause ? 'Sell again' : 'Pause'}
      onConfirm={confirm}
      alert={wrong}
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
    </Dialog>
  );
}
