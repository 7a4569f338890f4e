import { useState } from 'react';
import type { DeskInvitation, DeskMember, DeskStaffResponse, StaffRole } from '../../types/wire.gen';
import { Button } from '../../ui/button';
import { SelectField, TextField } from '../../ui/field';
import { toast } from '../../ui/toast';
import { useTyped } from '../drafts';
import { momentOf } from '../format';
import { useMay } from '../me';
import { MyPasskeys } from '../my-passkeys';
import { roleName, roleNames, rolesOf, roleTells } from '../roles';
import { CopyLink } from '../ui/copy-link';
import { Dialog } from '../ui/dialog';
import { Part, Sheet } from '../ui/page';
import { Reason } from '../ui/reason';
import { Shown } from '../ui/states';
import { Status } from '../ui/status';
import { type Column, Table } from '../ui/table';
import { useRoom } from '../use-data';
import { useAction } from '../use-form-call';
import styles from './staff.module.css';

type Act = { kind: 'role' | 'end' | 'reset'; member: DeskMember };

/** Who works with the desk, and as what. */
export default function Staff() {
  const room = useRoom<DeskStaffResponse>('staff/list');
  const may = useMay();
  const [inviting, setInviting] = useState(false);
  const [act, setAct] = useState<Act>();
  const [invited, setInvited] = useState<DeskInvitation>();
  const done = (invitation?: DeskInvitation) => {
    setInviting(false);
    setAct(undefined);
    setInvited(invitation);
  };
  const changes = may('staff.change');
  return (
    <Sheet
      number="D-06"
      title="Staff"
      actions={changes && <Button onClick={() => setInviting(true)}>Invite somebody</Button>}
    >
      <Shown room={room}>
        {({ members }) => (
          <Table
            caption="Staff"
            columns={columns(changes ? (kind, member) => setAct({ kind, member }) : undefined)}
            rows={members}
            keyOf={({ id }) => id}
          />
        )}
      </Shown>
      <Part title="What each role may do">
        <dl className={styles.roles}>
          {rolesOf(roleTells).map(([role, tells]) => (
            <div key={role}>
              <dt>{roleNames[role]}</dt>
              <dd>{tells}</dd>
            </div>
          ))}
        </dl>
      </Part>
      <MyPasskeys />
      {inviting && <Invite onClose={() => setInviting(false)} onDone={done} />}
      {act && <Change act={act} onClose={() => setAct(undefined)} onDone={done} />}
      {invited && <Invited invitation={invited} onClose={() => setInvited(undefined)} />}
    </Sheet>
  );
}

const columns = (act?: (kind: Act['kind'], member: DeskMember) => void): Column<DeskMember>[] => [
  { name: 'name', title: 'Name', cell: ({ name, email }) => <Name name={name} email={email} /> },
  { name: 'role', title: 'Role', cell: ({ role }) => roleName(role) },
  { name: 'state', title: 'State', cell: (member) => <State member={member} /> },
  { name: 'passkeys', title: 'Passkeys', numeric: true, cell: ({ passkeys }) => passkeys ?? 0 },
  { name: 'seen', title: 'Last here', cell: ({ seen_at }) => (seen_at ? momentOf(seen_at) : 'never') },
  ...(act ? [{ name: 'acts', title: 'Acts', cell: (member: DeskMember) => <Acts member={member} act={act} /> }] : []),
];

const Name = ({ name, email }: { name: string; email: string }) => (
  <>
    {name}
    <br />
    <small>{email}</small>
  </>
);

function State({ member }: { member: DeskMember }) {
  if (member.state === 'ended') return <Status sign="over">ended</Status>;
  if (member.state === 'works') return <Status sign="good">works here</Status>;
  return member.invited_until ? (
    <Status sign="waiting">{`invited until ${momentOf(member.invited_until)}`}</Status>
  ) : (
    <Status sign="person">the invitation has expired</Status>
  );
}

function Acts({ member, act }: { member: DeskMember; act: (kind: Act['kind'], member: DeskMember) => void }) {
  if (member.state === 'ended') return null;
  const of = <span className="unseen"> of {member.name}</span>;
  return (
    <span className={styles.acts}>
      <Button look="quiet" onClick={() => act('role', member)}>
        Role{of}
      </Button>
      <Button look="quiet" onClick={() => act('reset', member)}>
        Reset{of}
      </Button>
      <Button look="quiet" onClick={() => act('end', member)}>
        End{of}
      </Button>
    </span>
  );
}

interface RoleFieldProps {
  value: StaffRole;
  error?: string | undefined;
  set: (role: StaffRole) => void;
}

function RoleField({ value, error, set }: RoleFieldProps) {
  return (
    <SelectField
      label="Role"
      help={roleTells[value]}
      value={value}
      error={error}
      onChange={({ target }) => set(target.value as StaffRole)}
    >
      {rolesOf(roleNames).map(([role, name]) => (
        <option key={role} value={role}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

interface DoneProps {
  onClose: () => void;
  onDone: (invitation?: DeskInvitation) => void;
}

function Invite({ onClose, onDone }: DoneProps) {
  const [typed, setTyped, forget] = useTyped('invite', {
    name: '',
    email: '',
    role: 'registrar' as StaffRole,
    why: '',
  });
  const { send, faults, wrong } = useAction<DeskInvitation>('staff/invite', ['name', 'email', 'role', 'why']);
  const invite = async () => {
    const invitation = await send(typed);
    if (!invitation) return;
    forget();
    onDone(invitation);
  };
  return (
    <Dialog title="Invite somebody" onClose={onClose} confirm="Invite" onConfirm={invite} alert={wrong}>
      <TextField
        label="Name"
        help="As it shall stand in the log of acts."
        value={typed.name}
        error={faults.name}
        onChange={({ target }) => setTyped({ ...typed, name: target.value })}
      />
      <TextField
        label="E-mail address"
        type="email"
        value={typed.email}
        error={faults.email}
        onChange={({ target }) => setTyped({ ...typed, email: target.value })}
      />
      <RoleField value={typed.role} error={faults.role} set={(role) => setTyped({ ...typed, role })} />
      <Reason value={typed.why} error={faults.why} set={(why) => setTyped({ ...typed, why })} />
    </Dialog>
  );
}

const words = {
  role: {
    title: 'Another role for',
    confirm: 'Change the role',
    done: 'has another role',
    tells: 'It counts with the next thing they do.',
  },
  reset: {
    title: 'Reset',
    confirm: 'Reset',
    done: '', // the dialog with the invitation says it
    tells:
      'All passkeys and sessions end at once, and a new invitation goes out that works for fifteen minutes. All organisers are told. Speak to the person first, on a number that you know.',
  },
  end: {
    title: 'End',
    confirm: 'End',
    done: 'works here no longer',
    tells: 'Passkeys, invitation and sessions end at once. The log keeps the name.',
  },
};

function Change({ act: { kind, member }, onClose, onDone }: DoneProps & { act: Act }) {
  const [why, setWhy, forget] = useTyped(`staff-${kind}-${member.id}`, '');
  const [role, setRole] = useState(member.role);
  const { send, faults, wrong } = useAction<DeskInvitation>(`staff/${kind}`, ['why', 'role']);
  const { title, confirm, done, tells } = words[kind];
  const change = async () => {
    const invitation = await send({ id: member.id, role, why });
    if (!invitation) return;
    forget();
    if (done) toast.success(`${member.name} ${done}.`);
    onDone(kind === 'reset' ? invitation : undefined);
  };
  return (
    <Dialog
      title={`${title} ${member.name}`}
      onClose={onClose}
      confirm={confirm}
      onConfirm={change}
      dangerous={kind !== 'role'}
      alert={wrong}
    >
      <p>{tells}</p>
      {kind === 'role' && <RoleField value={role} error={faults.role} set={setRole} />}
      <Reason value={why} error={faults.why} set={setWhy} />
    </Dialog>
  );
}

function Invited({ invitation, onClose }: { invitation: DeskInvitation; onClose: () => void }) {
  return (
    <Dialog title={`${invitation.member.name} is invited`} onClose={onClose}>
      <p>
        A mail with this link is on its way. It works once, until {momentOf(invitation.until)}, and is shown here only
        now.
      </p>
      <CopyLink link={invitation.link} />
    </Dialog>
  );
}
