// Members are advised to have two passkeys, because a member who loses their only passkey cannot sign in.
import { useState } from 'react';
import type { DeskMeResponse } from '../types/wire.gen';
import { Button } from '../ui/button';
import { toast } from '../ui/toast';
import { type Answer, call, reasonOf } from './call';
import { dayOf, momentOf } from './format';
import { passkeyCeremony } from './passkey';
import * as texts from './texts';
import { Section } from './ui/page';
import { Table } from './ui/table';
import { refresh, useData } from './use-data';

export function MyPasskeys() {
  const { data: me } = useData<DeskMeResponse>('me');
  const [wrong, setWrong] = useState('');
  if (!me || (me.rehearsal && me.passkeys.length === 0)) return null;
  const report = (done: string, answer: Answer<DeskMeResponse>) => {
    if (answer.ok) toast.success(done);
    setWrong(answer.ok ? '' : reasonOf(answer));
    refresh();
  };
  const add = async () => {
    const name = texts.passkeyNumber(me.passkeys.length + 1);
    report(texts.passkeyAdded(name), await passkeyCeremony<DeskMeResponse>('passkey/begin', 'passkey/finish', name));
  };
  const remove = async (id: string, name: string) =>
    report(texts.passkeyRemoved(name), await call<DeskMeResponse>('passkey/remove', { id }));
  return (
    <Section title={texts.yourPasskeys}>
      {me.passkeys.length === 1 && <p>{texts.addSecondPasskey}</p>}
      <Table
        caption={texts.yourPasskeys}
        rows={me.passkeys}
        keyOf={({ id }) => id}
        columns={[
          { title: texts.passkey, cell: ({ name }) => name },
          { title: texts.created, cell: ({ created_at }) => dayOf(created_at) },
          { title: texts.lastUsed, cell: ({ last_used_at }) => momentOf(last_used_at) },
          {
            title: texts.actions,
            cell: ({ id, name }) =>
              me.passkeys.length > 1 && (
                <Button look="quiet" onClick={() => remove(id, name)}>
                  {texts.remove}
                  <span className="unseen"> {name}</span>
                </Button>
              ),
          },
        ]}
      />
      {wrong && <p role="alert">{wrong}</p>}
      <p>
        <Button look="outline" onClick={add}>
          {texts.addPasskey}
        </Button>
      </p>
    </Section>
  );
}
