import { useState } from 'react';
import type { DeskInvitation, DeskMember, DeskStaffResponse, StaffRole } from '../../types/wire.gen';
import { Button } from '../../ui/button';
import { Facts } from '../../ui/facts';
import { call } from '../call';
import { momentOf } from '../format';
import { useMay } from '../me';
import { MyPasskeys } from '../my-passkeys';
import * as texts from '../texts';
import { CopyLink } from '../ui/copy-link';
import { Dialog } from '../ui/dialog';
import { FormDialog, FormSelect, type FormState, FormText } from '../ui/form-dialog';
import { DeskPage, Section } from '../ui/page';
import { Shown } from '../ui/states';
import { Status } from '../ui/status';
import { type Column, Table } from '../ui/table';
import { useData } from '../use-data';
import styles from './staff.module.css';

const kinds = ['role', 'reset', 'end'] as const;

type Kind = (typeof kinds)[number];

type Open = (kind: Kind, member: DeskMember) => void;

export default function Staff() {
  const data = useData<DeskStaffResponse>('staff/list');
  const may = useMay();
  const [isInviting, setInviting] = useState(false);
  const [change, setChange] = useState<{ kind: Kind; member: DeskMember }>();
  const [invited, setInvited] = useState<DeskInvitation>();
  const mayChange = may('staff.change');
  return (
    <DeskPage
      number="D-06"
      title={texts.staff}
      actions={mayChange && <Button onClick={() => setInviting(true)}>{texts.inviteSomebody}</Button>}
    >
      <Shown data={data}>
        {({ members }) => (
          <Table
            caption={texts.staff}
            columns={columns(mayChange ? (kind, member) => setChange({ kind, member }) : undefined)}
            rows={members}
            keyOf={({ id }) => id}
          />
        )}
      </Shown>
      <Section title={texts.whatRolesMayDo}>
        <Facts
          className={styles.roles}
          of={texts.roles.map((role) => [texts.roleNames[role], texts.roleDescriptions[role]])}
        />
      </Section>
      <MyPasskeys />
      {isInviting && <Invite onClose={() => setInviting(false)} onDone={setInvited} />}
      {change && <Change {...change} onClose={() => setChange(undefined)} onDone={setInvited} />}
      {invited && (
        <Dialog title={texts.invitedTitle(invited.member.name)} onClose={() => setInvited(undefined)}>
          <p>{texts.invitedText(momentOf(invited.until))}</p>
          <CopyLink link={invited.link} />
        </Dialog>
      )}
    </DeskPage>
  );
}

const columns = (open?: Open): (Column<DeskMember> | undefined)[] => [
  {
    title: texts.name,
    cell: ({ name, email }) => (
      <>
        {name}
        <br />
        <small>{email}</small>
      </>
    ),
  },
  { title: texts.role, cell: ({ role }) => texts.roleName(role) },
  { title: texts.state, cell: (member) => <State member={member} /> },
  { title: texts.passkeys, numeric: true, cell: ({ passkeys }) => passkeys ?? 0 },
  { title: texts.lastSeen, cell: ({ seen_at }) => (seen_at ? momentOf(seen_at) : texts.never) },
  open && {
    title: texts.actions,
    cell: (member) =>
      member.state !== 'ended' && (
        <span className="row">
          {kinds.map((kind) => (
            <Button key={kind} look="quiet" onClick={() => open(kind, member)}>
              {texts.staffChanges[kind].button}
              <span className="unseen"> {texts.ofMember(member.name)}</span>
            </Button>
          ))}
        </span>
      ),
  },
];

function State({ member: { state, invited_until: until } }: { member: DeskMember }) {
  if (state === 'ended') return <Status sign="over">{texts.memberEnded}</Status>;
  if (state === 'works') return <Status sign="good">{texts.memberActive}</Status>;
  if (until) return <Status sign="waiting">{texts.memberInvited(momentOf(until))}</Status>;
  return <Status sign="person">{texts.invitationExpired}</Status>;
}

const RoleField = <T extends { role: StaffRole }>({ form }: { form: FormState<T> }) => (
  <FormSelect
    form={form}
    name="role"
    label={texts.role}
    help={texts.roleDescriptions[form.typed.role]}
    options={Object.entries(texts.roleNames)}
  />
);

interface DoneProps {
  onClose: () => void;
  onDone: (invitation?: DeskInvitation) => void;
}

const Invite = (props: DoneProps) => (
  <FormDialog
    {...props}
    title={texts.inviteSomebody}
    confirm={texts.invite}
    draft="invite"
    empty={{ name: '', email: '', role: 'registrar' as StaffRole, why: '' }}
    send={(typed) => call<DeskInvitation>('staff/invite', typed)}
  >
    {(form) => (
      <>
        <FormText form={form} name="name" label={texts.name} help={texts.inviteNameHelp} />
        <FormText form={form} name="email" label={texts.emailAddress} type="email" />
        <RoleField form={form} />
      </>
    )}
  </FormDialog>
);

function Change({ kind, member: { id, name, role }, onClose, onDone }: DoneProps & { kind: Kind; member: DeskMember }) {
  const { title, confirm, help, done } = texts.staffChanges[kind];
  return (
    <FormDialog
      title={title(name)}
      confirm={confirm}
      dangerous={kind !== 'role'}
      draft={`staff-${kind}-${id}`}
      empty={{ role, why: '' }}
      send={(typed) => call<DeskInvitation>(`staff/${kind}`, { id, ...typed })}
      {...(done ? { done: done(name) } : {})}
      onClose={onClose}
      onDone={(invitation) => onDone(kind === 'reset' ? invitation : undefined)}
    >
      {(form) => (
        <>
          <p>{help}</p>
          {kind === 'role' && <RoleField form={form} />}
        </>
      )}
    </FormDialog>
  );
}
