import { useState } from 'react';
import { tickets } from '../../content';
import { pricesAt } from '../../device/clock';
import type { DeskCategory, DeskOverviewResponse, DeskSalesPause, DeskSalesResponse } from '../../types/wire.gen';
import { Button } from '../../ui/button';
import { ReasonDialog } from '../actions/pending';
import { call } from '../call';
import { dayOf, momentOf, money, number } from '../format';
import { useMay } from '../me';
import * as texts from '../texts';
import { FormDialog, FormText } from '../ui/form-dialog';
import { DeskPage } from '../ui/page';
import { Sentences } from '../ui/sentences';
import { Shown } from '../ui/states';
import { Status } from '../ui/status';
import { Table } from '../ui/table';
import { refresh, useData } from '../use-data';
import { seatsLeft } from './overview';

interface Line {
  /** The category, or "" for all categories together. */
  type: string;
  name: string;
  pause: DeskSalesPause | undefined;
  seats: DeskCategory | undefined;
}

export default function Sales() {
  const data = useData<DeskSalesResponse>('sales/view');
  const today = useData<DeskOverviewResponse>('overview');
  const [asked, setAsked] = useState<Line>();
  const [ending, setEnding] = useState<Line>();
  const [result, setResult] = useState<string[]>([]);
  const may = useMay();
  return (
    <DeskPage number="D-08" title={texts.sales}>
      <p>{texts.salesHelp}</p>
      <div role="status">
        {result.length > 0 && (
          <div className="notice">
            <Sentences of={result} />
          </div>
        )}
      </div>
      <Shown data={data}>
        {({ paused, categories }) => (
          <Table<Line>
            caption={texts.sales}
            rows={[{ type: '', name: texts.allSales }, ...categories].map((line) => ({
              ...line,
              pause: paused.find(({ category }) => category === line.type),
              seats: today.data?.categories.find(({ type }) => type === line.type),
            }))}
            keyOf={({ type }) => type}
            columns={[
              { title: texts.category, cell: ({ name }) => name },
              {
                title: tickets.gst_percent > 0 ? texts.priceWithGst : texts.price,
                numeric: true,
                cell: ({ type }) => priceOf(type),
              },
              {
                title: texts.seatsTaken,
                numeric: true,
                cell: ({ seats }) => seats && number(seats.held.seats),
              },
              {
                title: texts.seatsLeft,
                numeric: true,
                cell: ({ seats }) => (seats?.capacity ? number(seatsLeft(seats)) : ''),
              },
              { title: texts.onSaleUntil, look: 'whole', cell: ({ type }) => saleEndOf(type) },
              { title: texts.state, cell: ({ pause }) => <State pause={pause} /> },
              { title: texts.visitorsRead, cell: ({ pause }) => pause?.sentence ?? '' },
              {
                title: texts.actions,
                cell: (line) => (
                  <div className="row">
                    <Button look="outline" onClick={() => setAsked(line)}>
                      {line.pause ? texts.resume : texts.pause}
                      <span className="unseen"> {line.name}</span>
                    </Button>
                    {line.pause && line.type && may('category.cancel') && (
                      <Button look="quiet" onClick={() => setEnding(line)}>
                        {texts.cancelCategory}
                        <span className="unseen"> {line.name}</span>
                      </Button>
                    )}
                  </div>
                ),
              },
            ]}
          />
        )}
      </Shown>
      {ending && (
        <ReasonDialog
          name="cancel-category"
          body={{ category: ending.type }}
          title={texts.cancelCategoryTitle(ending.name)}
          confirm={texts.cancelCategory}
          dangerous
          onClose={() => setEnding(undefined)}
          onDone={({ preview, request }) => {
            setEnding(undefined);
            setResult([request ? texts.requested : texts.done, ...preview.says]);
            refresh();
          }}
        />
      )}
      {asked && <PauseOrResume line={asked} onClose={() => setAsked(undefined)} />}
    </DeskPage>
  );
}

const categoryOf = (type: string) => tickets.categories.find((category) => category.type === type);

const priceOf = (type: string): string => {
  const category = categoryOf(type);
  return category ? money(pricesAt(category).alone.total_paise) : '';
};

const saleEndOf = (type: string): string => {
  const closes = categoryOf(type)?.sales.closes_at;
  return closes ? dayOf(closes) : '';
};

const State = ({ pause }: { pause: DeskSalesPause | undefined }) => (
  <Status sign={pause ? 'person' : 'good'}>
    {pause ? texts.pausedBy(pause.actor, momentOf(pause.since)) : texts.notPaused}
  </Status>
);

const PauseOrResume = ({ line: { type, name, pause }, onClose }: { line: Line; onClose: () => void }) => (
  <FormDialog
    title={pause ? texts.resumeTitle(name) : texts.pauseTitle(name)}
    confirm={pause ? texts.resume : texts.pause}
    draft={`sales-${type}`}
    empty={{ sentence: '', why: '' }}
    send={(typed) => call(pause ? 'sales/resume' : 'sales/pause', { category: type, ...typed })}
    done={pause ? texts.resumed(name) : texts.paused(name)}
    reason={{ label: texts.reason, help: texts.pauseWhyHelp }}
    onClose={onClose}
  >
    {(form) =>
      !pause && (
        <FormText
          form={form}
          name="sentence"
          label={texts.visitorsRead}
          help={texts.visitorsReadHelp}
          maxLength={300}
        />
      )
    }
  </FormDialog>
);
