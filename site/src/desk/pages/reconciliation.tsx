// D-13: one day's payments, compared with the gateway's by the same code as `transom reconcile`. The gateway is asked
// only when somebody presses the button.
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { now } from '../../device/clock';
import * as generalTexts from '../../texts';
import type { DeskFinding, DeskReconcileResponse } from '../../types/wire.gen';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { type Answer, call, unseen } from '../call';
import { calendarDay, dateOf, momentOf, money } from '../format';
import * as texts from '../texts';
import { DeskPage, Section } from '../ui/page';
import { Table } from '../ui/table';

const oneDay = 86_400_000;

export default function Reconciliation() {
  const [day, setDay] = useState(dateOf(new Date(now() - oneDay)));
  const [answer, setAnswer] = useState<Answer<DeskReconcileResponse>>();
  const [busy, setBusy] = useState(false);
  const compare = async (submitted: FormEvent) => {
    submitted.preventDefault();
    if (busy) return;
    setBusy(true);
    setAnswer(await call<DeskReconcileResponse>('reconcile', { day }));
    setBusy(false);
  };
  const result = answer?.ok ? answer.body : undefined;
  return (
    <DeskPage
      number="D-13"
      title={texts.reconciliation}
      actions={result && <Button onClick={() => print()}>{generalTexts.print}</Button>}
    >
      <form className="row no-print" onSubmit={compare} noValidate>
        <TextField
          label={texts.day}
          type="date"
          value={day}
          onChange={({ target }) => setDay(target.value)}
          error={answer?.ok === false ? answer.problem?.fields?.day : undefined}
        />
        <Button type="submit" busy={busy}>
          {texts.compare}
        </Button>
      </form>
      <p role="status" className="muted">
        {busy && texts.comparing}
      </p>
      {answer?.ok === false && (
        <p className="error" role="alert">
          {unseen(answer, ['day'])}
        </p>
      )}
      {result && <Result of={result} />}
    </DeskPage>
  );
}

const Result = ({ of: { at, day, result, sentences, findings, unread } }: { of: DeskReconcileResponse }) => (
  <Section title={calendarDay(day)} note={texts.asOf(momentOf(at))}>
    <p role="status">
      <strong>{result}</strong>
    </p>
    <Findings title={texts.differences} rows={findings} />
    <Findings title={texts.notCompared} rows={unread} />
    {sentences.map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
  </Section>
);

const Findings = ({ title, rows }: { title: string; rows: DeskFinding[] }) =>
  rows.length > 0 && (
    <>
      <h3>{`${title} (${rows.length})`}</h3>
      <Table
        caption={title}
        rows={rows}
        keyOf={({ reference, text }) => reference + text}
        columns={[
          {
            title: texts.paymentReference,
            cell: ({ booking_id: id, reference }) =>
              id ? <Link to={`/registration/${id}`}>{reference}</Link> : reference,
          },
          { title: texts.atGateway, numeric: true, cell: (row) => money(row.gateway_paise) },
          { title: texts.recordedHere, numeric: true, cell: (row) => money(row.our_paise) },
          { title: texts.whatToDo, cell: ({ text }) => text },
        ]}
      />
    </>
  );
