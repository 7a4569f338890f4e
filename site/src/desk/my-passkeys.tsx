// One's own passkeys: one alone is easily lost, so a second one is asked for.
import { useState } from 'react';
import type { DeskCeremony, DeskMeResponse } from '../types/wire.gen';
import { Button } from '../ui/button';
import { toast } from '../ui/toast';
import { type Answer, call, reasonOf } from './call';
import { dayOf, momentOf } from './format';
import { makePasskey, refusalOf } from './passkey';
import { Part } from './ui/page';
import { Table } from './ui/table';
import { refresh, useRoom } from './use-data';

export function MyPasskeys() {
  const { data: me } = useRoom<DeskMeResponse>('me');
  const [wrong, setWrong] = useState('');
  if (!me || (me.rehearsal && me.passkeys.length === 0)) return null;
  const report = (done: string, answer: Answer<DeskMeResponse>) => {
    if (answer.ok) toast.success(done);
    setWrong(answer.ok ? '' : reasonOf(answer));
    refresh();
  };
  const add = async () => {
    const asked = await call<DeskCeremony>('passkey/begin');
    if (!asked.ok) return setWrong(reasonOf(asked));
    try {
      const credential = await makePasskey(asked.body.options);
      const name = `Passkey ${me.passkeys.length + 1}`;
      const finished = { ceremony: asked.body.ceremony, credential, name };
      report(`${name} is added.`, await call<DeskMeResponse>('passkey/finish', finished));
    } catch (reason) {
      setWrong(refusalOf(reason));
    }
  };
  const remove = async (id: string, name: string) =>
    report(`${name} is removed.`, await call<DeskMeResponse>('passkey/remove', { id }));
  return (
    <Part title="Your own passkeys">
      {me.passkeys.length === 1 && (
        <p>You have one passkey. Add a second one on another device, so that losing one does not lock you out.</p>
      )}
      <Table
        caption="Your own passkeys"
        rows={me.passkeys}
        keyOf={({ id }) => id}
        columns={[
          { name: 'name', title: 'Passkey', cell: ({ name }) => name },
          { name: 'made', title: 'Made', cell: ({ created_at }) => dayOf(created_at) },
          { name: 'used', title: 'Last used', cell: ({ last_used_at }) => momentOf(last_used_at) },
          {
            name: 'acts',
            title: 'Acts',
            cell: ({ id, name }) =>
              me.passkeys.length > 1 && (
                <Button look="quiet" onClick={() => remove(id, name)}>
                  Remove<span className="unseen"> {name}</span>
                </Button>
              ),
          },
        ]}
      />
      {wrong && <p role="alert">{wrong}</p>}
      <p>
        <Button look="outline" onClick={add}>
          Add a passkey
        </Button>
      </p>
    </Part>
  );
}
