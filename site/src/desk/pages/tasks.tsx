// D-05: what waits for a person, in words, with the act that solves it beside it.
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { DeskTask, DeskTasksResponse } from '../../types/wire.gen';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { toast } from '../../ui/toast';
import { useTyped } from '../drafts';
import { momentOf } from '../format';
import { useMay } from '../me';
import { Dialog } from '../ui/dialog';
import { Sheet } from '../ui/page';
import { Nothing, Shown } from '../ui/states';
import { useRoom } from '../use-data';
import { useAction } from '../use-form-call';
import { NameTicket } from './identify-ticket';
import styles from './tasks.module.css';

export default function Tasks() {
  const room = useRoom<DeskTasksResponse>('tasks');
  const [closing, setClosing] = useState<DeskTask>();
  const [naming, setNaming] = useState('');
  const close = () => {
    setClosing(undefined);
    setNaming('');
  };
  return (
    <Sheet number="D-05" title="Tasks">
      <Shown room={room}>{({ tasks }) => <List tasks={tasks} onDone={setClosing} onName={setNaming} />}</Shown>
      {naming && <NameTicket scan={naming} onClose={close} />}
      {closing && <DoneDialog task={closing} onClose={close} />}
    </Sheet>
  );
}

interface ListProps {
  tasks: DeskTask[];
  onDone: (task: DeskTask) => void;
  onName: (scan: string) => void;
}

function List({ tasks, onDone, onName }: ListProps) {
  const may = useMay();
  // The button that had the focus goes with its task.
  const before = useRef(tasks.length);
  useEffect(() => {
    if (tasks.length < before.current && document.activeElement === document.body)
      document.getElementById('room')?.focus({ preventScroll: true });
    before.current = tasks.length;
  }, [tasks]);
  if (tasks.length === 0)
    return (
      <Nothing title="Nothing waits for a person.">The program goes on looking; what it finds stands here.</Nothing>
    );
  return (
    <>
      <p role="status">{tasks.length === 1 ? '1 task' : `${tasks.length} tasks`}, the oldest first.</p>
      <ul className={styles.tasks}>
        {tasks.map((task) => (
          <li key={task.key}>
            <h2>{task.title}</h2>
            <p className={styles.about}>
              since <time dateTime={task.at}>{momentOf(task.at)}</time>
              {task.booking && (
                <>
                  {' · '}
                  <Link to={`/registration/${task.booking}`} state={{ from: '/tasks' }}>
                    {task.name} {task.code}
                  </Link>
                </>
              )}
            </p>
            <p>{task.text}</p>
            {task.closes_when && <p className={styles.about}>It closes by itself when {task.closes_when}.</p>}
            <div className={styles.acts}>
              {task.act && task.booking && (
                <Link className={styles.act} to={`/registration/${task.booking}?act=${task.act}`}>
                  {task.act_name}
                  <span className="unseen"> of {task.name || task.code}</span>
                </Link>
              )}
              {task.scan && may('gate.name') && (
                <Button onClick={() => onName(task.scan!)}>
                  Say whose ticket it was<span className="unseen">, {momentOf(task.at)}</span>
                </Button>
              )}
              {may('tasks.done') && !task.closes_when && !(task.scan && may('gate.name')) && (
                <Button
                  look="outline"
                  onClick={() => onDone(task)}
                  aria-label={`It is done: ${task.title} ${task.code ?? ''}`}
                >
                  It is done
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function DoneDialog({ task, onClose }: { task: DeskTask; onClose: () => void }) {
  const [why, setWhy, forget] = useTyped(`task-${task.key}`, '');
  const { send, faults, wrong } = useAction('task-done', []);
  const done = async () => {
    if (!(await send({ key: task.key, why }))) return;
    forget();
    toast.success(`Done: ${task.title}.`);
    onClose();
  };
  return (
    <Dialog
      title="Is it done?"
      confirm="It is done"
      onConfirm={done}
      onClose={onClose}
      disabled={!why.trim()}
      lacking="Write what was done."
    >
      <p>{task.title}</p>
      <TextField
        label="What was done?"
        help="It stands in the log of acts."
        value={why}
        onChange={({ target }) => setWhy(target.value)}
        error={faults.why ?? (wrong || undefined)}
      />
    </Dialog>
  );
}
