// D-12: documents are checked one person at a time and decrypted in this window.
import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { DeskCheck, DeskChecksResponse } from '../../types/wire.gen';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { initials } from '../../ui/initials';
import { collectsDocuments, DocumentFields } from '../actions/fields';
import { effectsOf } from '../actions/preview';
import { usePreview } from '../actions/use-preview';
import { call, unseen } from '../call';
import { ImportNumbers } from '../documents/import-numbers';
import { type DocumentKey, readKeyFile, useDocumentKey } from '../documents/key-file';
import { documentName, type Loaded, photoName, usePictures } from '../documents/use-pictures';
import { fieldName } from '../field-names';
import { focusHeading } from '../focus';
import { calendarDay } from '../format';
import { usePageKeys } from '../page-keys';
import * as texts from '../texts';
import { Facts } from '../ui/facts';
import { FormDialog } from '../ui/form-dialog';
import { DeskPage } from '../ui/page';
import { Nothing, Shown } from '../ui/states';
import { refresh, useData } from '../use-data';
import styles from './document-check.module.css';

export default function DocumentCheck() {
  const [params] = useSearchParams();
  const [part, setPart] = useState({ from: 0, id: params.get('id') ?? '' });
  const key = useDocumentKey();
  const data = useData<DeskChecksResponse>('documents/queue', part);
  const [importing, setImporting] = useState(false);
  const institutes = data.data?.institutes ?? [];
  return (
    <DeskPage
      number="D-12"
      title={texts.documentCheck}
      actions={
        institutes.length > 0 && (
          <Button look="outline" onClick={() => setImporting(true)}>
            {texts.importNumbers}
          </Button>
        )
      }
    >
      <Shown data={data}>
        {(queue) => <Queue queue={queue} documentKey={key} onLoad={(from) => setPart({ from, id: '' })} />}
      </Shown>
      {importing && <ImportNumbers institutes={institutes} onClose={() => setImporting(false)} />}
    </DeskPage>
  );
}

const markOf = ({ id, version }: DeskCheck) => `${id} ${version}`;

interface QueueProps {
  queue: DeskChecksResponse;
  documentKey: ReturnType<typeof useDocumentKey>;
  /** Loads the part of the queue that begins after the first `from` people. */
  onLoad: (from: number) => void;
}

function Queue({ queue, documentKey: [key, setKey], onLoad }: QueueProps) {
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  // Why the last decision was refused, for example because a colleague had decided. That person is no longer shown.
  const [refused, setRefused] = useState('');
  // While another part of the queue is loading, the id is empty and the place is just outside the part shown.
  const [current, setCurrent] = useState({ id: '', place: 0 });
  const [earlierParts, setEarlierParts] = useState<number[]>([]);
  const people = queue.checks.filter((one) => !decided.has(markOf(one)));
  const found = people.findIndex(({ id }) => id === current.id);
  const at = found >= 0 ? found : Math.max(0, Math.min(current.place - queue.from, people.length - 1));
  const person = people[at];
  const [pictures, loadAgain] = usePictures(people.slice(at, at + 2), key);
  const total = queue.total - (queue.checks.length - people.length);
  const go = (to: number) => {
    const place = queue.from + to;
    if (place < 0 || place >= total) return;
    setCurrent({ id: people[to]?.id ?? '', place });
    if (people[to]) return;
    setEarlierParts(to < 0 ? earlierParts.slice(0, -1) : [...earlierParts, queue.from]);
    onLoad(to < 0 ? (earlierParts.at(-1) ?? 0) : place);
  };
  const finish = (one: DeskCheck) => {
    setCurrent({ id: (people[at + 1] ?? people[at - 1])?.id ?? '', place: queue.from + at });
    setDecided((before) => new Set(before).add(markOf(one)));
    setRefused('');
    if (people.length === 1) focusHeading(); // the buttons disappear
    refresh();
  };
  return (
    <div className={`stack ${styles.queue}`}>
      {queue.rejected > 0 && (
        <p>
          {texts.waitingForBetter(queue.rejected)}{' '}
          <Link to="/registrations?flag=document-rejected">{texts.showThem}</Link>
        </p>
      )}
      {queue.recipients.length > 0 && <KeyFile recipients={queue.recipients} isOpen={Boolean(key)} set={setKey} />}
      {person ? (
        <>
          <div className="row">
            <Button look="quiet" onClick={() => go(at - 1)}>
              {texts.previousPerson}
            </Button>
            <Button look="quiet" onClick={() => go(at + 1)}>
              {texts.nextPerson}
            </Button>
            <p role="status">
              {texts.checkProgress(queue.from + at + 1, total)}: <b>{person.name}</b>
            </p>
          </div>
          <Person
            key={markOf(person)}
            person={person}
            photo={pictures.get(photoName(person))}
            document={key && pictures.get(documentName(person))}
            hasKey={Boolean(key)}
            loadAgain={loadAgain}
            go={(by) => go(at + by)}
            refused={refused}
            onDecided={() => finish(person)}
            onRefused={(why) => {
              setRefused(`${person.name}: ${why}`);
              refresh();
            }}
          />
        </>
      ) : (
        total === 0 && <Nothing title={texts.checksDone}>{texts.checksDoneHelp}</Nothing>
      )}
    </div>
  );
}

interface KeyFileProps {
  recipients: string[];
  isOpen: boolean;
  set: (key: DocumentKey | undefined) => void;
}

function KeyFile({ recipients, isOpen, set }: KeyFileProps) {
  const [problem, setProblem] = useState('');
  if (isOpen)
    return (
      <p className="row">
        <span role="status">{texts.keyIsOpen}</span>
        <Button look="quiet" onClick={() => set(undefined)}>
          {texts.forgetKey}
        </Button>
      </p>
    );
  return (
    <TextField
      label={texts.keyFile}
      help={texts.keyFileHelp}
      type="file"
      error={problem}
      onChange={async ({ target }) => {
        const file = target.files?.[0];
        if (!file) return;
        const read = await file.text().then((text) => readKeyFile(text, recipients));
        target.value = '';
        if ('problem' in read) return setProblem(read.problem);
        setProblem('');
        set(read);
        focusHeading(); // the field disappears, and the page's keys work again
      }}
    />
  );
}

interface PersonProps {
  person: DeskCheck;
  photo: Loaded | undefined;
  document: Loaded | undefined;
  hasKey: boolean;
  loadAgain: () => void;
  go: (by: number) => void;
  onDecided: () => void;
  onRefused: (why: string) => void;
  /** Why the decision about the person before was refused. */
  refused: string;
}

function Person({ person, photo, document, hasKey, loadAgain, go, onDecided, onRefused, refused }: PersonProps) {
  const { id, code, version, name } = person;
  const [rejecting, setRejecting] = useState(false);
  const [problem, setProblem] = useState('');
  const [seen, setSeen] = useState<Record<string, string>>({});
  const needsOriginal = collectsDocuments && !person.has_document;
  const busy = useRef(false);
  const approve = async () => {
    if (busy.current) return;
    if (person.has_document && !document?.url) return setProblem(texts.openBeforeApproval);
    if (needsOriginal && !seen.original) return setProblem(texts.originalNeeded);
    busy.current = true;
    const shown = { original: Boolean(seen.original), document: seen.document ?? '' };
    const answer = await call('document-approve', { id, version, ...shown, why: texts.documentFits });
    busy.current = false;
    if (answer.ok) return onDecided();
    const why = unseen(answer, []);
    if (answer.problem?.code === 409) return onRefused(why);
    setProblem(why);
    refresh();
  };
  const reject = () => person.has_document && setRejecting(true);
  const close = () => {
    setRejecting(false);
    refresh(); // a colleague may have decided in the meantime
  };
  const previous = () => go(-1);
  const next = () => go(1);
  usePageKeys({ a: approve, r: reject, ArrowLeft: previous, ArrowRight: next });
  return (
    <article className={styles.person} aria-label={name}>
      <Photo person={person} loaded={photo} />
      <Paper person={person} loaded={document} hasKey={hasKey} loadAgain={loadAgain} />
      <div className={styles.facts}>
        <Facts
          of={[
            [texts.name, <Link key={id} to={`/registration/${id}`}>{`${name} (${code})`}</Link>],
            [texts.dateOfBirth, person.dob && calendarDay(person.dob)],
            [texts.identityDocument, person.replaced && texts.sentAfterRejection],
            [texts.institute, person.institute],
            [fieldName('membership_no'), person.membership_no],
            [texts.numberCheck, person.number && texts.numberMarks[person.number](person.same_number)],
            [texts.category, person.category_name],
          ]}
        />
        {needsOriginal && (
          <DocumentFields
            typed={seen}
            faults={{}}
            set={(change) => {
              setSeen({ ...seen, ...(change as typeof seen) });
              setProblem('');
            }}
          />
        )}
        <p role="alert">{(problem === texts.openBeforeApproval && document?.url ? '' : problem) || refused}</p>
        <div className="row">
          <Button onClick={approve}>{texts.approveKey(person.has_document)}</Button>
          <Button look="outline" disabled={!person.has_document} onClick={reject}>
            {texts.rejectKey}
          </Button>
        </div>
      </div>
      {rejecting && <Reject person={person} onClose={close} onDone={onDecided} />}
    </article>
  );
}

const Photo = ({ person: { name, has_photo }, loaded }: { person: DeskCheck; loaded: Loaded | undefined }) =>
  loaded?.url ? (
    <img className={styles.photo} src={loaded.url} alt={texts.photoOf(name)} />
  ) : (
    <p className={styles.photo}>
      <span className={styles.initials} aria-hidden="true">
        {initials(name)}
      </span>
      {has_photo ? loaded && texts.notLoaded : texts.noPhotoSent}
    </p>
  );

type PaperProps = Pick<PersonProps, 'person' | 'hasKey' | 'loadAgain'> & { loaded: Loaded | undefined };

function Paper({ person, loaded, hasKey, loadAgain }: PaperProps) {
  if (loaded?.url) return <img className={styles.document} src={loaded.url} alt={texts.documentOf(person.name)} />;
  const state = !person.has_document
    ? texts.noDocument
    : !hasKey
      ? texts.documentLocked
      : !loaded
        ? texts.loading
        : loaded.unreadable
          ? texts.documentUnreadable
          : texts.notLoaded;
  return (
    <p className={styles.document}>
      {state}
      {state === texts.notLoaded && (
        <Button look="outline" onClick={loadAgain}>
          {texts.loadDocument}
        </Button>
      )}
    </p>
  );
}

function Reject({ person, onClose, onDone }: { person: DeskCheck; onClose: () => void; onDone: () => void }) {
  const { id, version, name } = person;
  const action = usePreview('document-reject', { id, version, why: '' });
  return (
    <FormDialog
      title={texts.rejectTitle(name)}
      confirm={texts.rejectDocument}
      dangerous
      draft={`document-reject-${id}`}
      empty={{ why: '' }}
      missing={({ why }) => !why.trim() && texts.whyMissing}
      send={({ why }) => call('document-reject', { id, version, why })}
      done={texts.documentRejected}
      reason={{ label: texts.rejectReason }}
      effects={effectsOf(action)}
      onClose={onClose}
      onDone={onDone}
    >
      {({ set }) => (
        <div className={styles.reasons}>
          {texts.rejectReasons.map((why) => (
            <Button
              key={why}
              look="outline"
              onClick={({ currentTarget: { form } }) => {
                set({ why });
                form?.querySelector('input')?.focus(); // Enter sends the reason
              }}
            >
              {why}
            </Button>
          ))}
        </div>
      )}
    </FormDialog>
  );
}
