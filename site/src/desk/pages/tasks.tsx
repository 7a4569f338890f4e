import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { DeskTask, DeskTasksResponse } from '../../types/wire.gen';
import { Button } from '../../ui/button';
import { call } from '../call';
import { momentOf } from '../format';
import { useMay } from '../me';
import * as texts from '../texts';
import { FormDialog } from '../ui/form-dialog';
import { DeskPage } from '../ui/page';
import { Nothing, Shown } from '../ui/states';
import { useData } from '../use-data';
import { IdentifyTicket } from './identify-ticket';
import styles from './tasks.module.css';

export default function Tasks() {
  const data = useData<DeskTasksResponse>('tasks');
  const [closing, setClosing] = useState<DeskTask>();
  const [identifying, setIdentifying] = useState('');
  return (
    <DeskPage number="D-05" title={texts.tasks}>
      <Shown data={data}>{({ tasks }) => <List tasks={tasks} close={setClosing} identify={setIdentifying} />}</Shown>
      {identifying && <IdentifyTicket scan={identifying} onClose={() => setIdentifying('')} />}
      {closing && (
        <FormDialog
          title={texts.taskDone}
          confirm={texts.taskDone}
          draft={`task-${closing.key}`}
          empty={{ why: '' }}
          missing={({ why }) => !why.trim() && texts.whatWasDoneMissing}
          send={({ why }) => call('task-done', { key: closing.key, why })}
          done={texts.taskClosed(closing.title)}
          reason={{ label: texts.whatWasDone, help: texts.whyHelp }}
          onClose={() => setClosing(undefined)}
        >
          {() => <p>{closing.title}</p>}
        </FormDialog>
      )}
    </DeskPage>
  );
}

interface TaskProps {
  close: (task: DeskTask) => void;
  identify: (scan: string) => void;
}

function List({ tasks, ...open }: TaskProps & { tasks: DeskTask[] }) {
  // The button that had the focus disappears together with its task.
  const before = useRef(tasks.length);
  useEffect(() => {
    if (tasks.length < before.current && document.activeElement === document.body)
      document.getElementById('room')?.focus({ preventScroll: true });
    before.current = tasks.length;
  }, [tasks]);
  if (tasks.length === 0) return <Nothing title={texts.noTasks}>{texts.noTasksHelp}</Nothing>;
  return (
    <>
      <p role="status">{texts.taskCount(tasks.length)}</p>
      <ul className={`stack ${styles.tasks}`}>
        {tasks.map((task) => (
          <Task key={task.key} task={task} {...open} />
        ))}
      </ul>
    </>
  );
}

function Task({ task, close, identify }: TaskProps & { task: DeskTask }) {
  const { title, at, booking, name, code, text, closes_when, action, action_name, scan } = task;
  const may = useMay();
  const isScan = scan && may('gate.name');
  return (
    <li>
      <h2>{title}</h2>
      <p className="muted">
        {texts.since} <time dateTime={at}>{momentOf(at)}</time>
        {booking && (
          <>
            {' · '}
            <Link to={`/registration/${booking}`} state={{ from: '/tasks' }}>
              {name} {code}
            </Link>
          </>
        )}
      </p>
      <p>{text}</p>
      {closes_when && <p className="muted">{texts.taskClosesWhen(closes_when)}</p>}
      <div className="row">
        {action && booking && (
          <Link className={styles.action} to={`/registration/${booking}?action=${action}`}>
            {action_name}
            <span className="unseen"> {texts.ofMember(name || code || '')}</span>
          </Link>
        )}
        {isScan && (
          <Button onClick={() => identify(scan)}>
            {texts.identifyTicket}
            <span className="unseen">, {momentOf(at)}</span>
          </Button>
        )}
        {may('tasks.done') && !closes_when && !isScan && (
          <Button look="outline" onClick={() => close(task)} aria-label={texts.taskDoneLabel(title, code ?? '')}>
            {texts.taskDone}
          </Button>
        )}
      </div>
    </li>
  );
}
