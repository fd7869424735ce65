import { useCallback, useMemo, useRef, useState } from 'react';
import { type Client, listClients } from '#contract/credentials.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Plus } from '#ui/icons.ts';
import { Pencil, Trash2 } from '#ui/icons-of-screens.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import { OwnListView } from '../shared/own-list-view.tsx';
import { type OwnList, useOwnList } from '../shared/use-own-list.ts';
import { Addresses } from './addresses.tsx';
import { ClientDialog } from './client-dialog.tsx';
import type { ClientForm } from './client-form.ts';
import styles from './clients.module.css';
import { type ClientRow, columns } from './columns.tsx';
import { DeleteClient } from './delete-client.tsx';
import { texts } from './texts.ts';
import { ToldSecrets } from './told-secrets.tsx';
import { useToldSecrets } from './use-told-secrets.ts';

/** What is done to a client now; `edit` null makes a new one. */
type Doing = { edit: Client | null } | { remove: Client } | null;

/** The user's own OAuth clients. */
export function Clients() {
  const clients = useOwnList(listClients);
  const secrets = useToldSecrets();
  const [doing, setDoing] = useState<Doing>(null);
  const forget = (client: Client) => {
    clients.remote.change(held => held.filter(({ id }) => id !== client.id));
    secrets.forget(String(client.id));
  };
  return (
    <>
      <OwnListView remote={clients.remote}>
        {list => (
          <div className={styles.list}>
            <div>
              <Button icon={<Plus size={20} />} onClick={() => setDoing({ edit: null })}>
                {texts.create}
              </Button>
            </div>
            <ToldSecrets told={secrets.told} onSeen={secrets.see} onPut={secrets.forget} />
            <ClientTable list={list} told={secrets.told} onDo={setDoing} />
          </div>
        )}
      </OwnListView>
      {clients.remote.value && <Addresses />}
      {doing && 'remove' in doing && (
        <DeleteClient
          client={doing.remove}
          clients={clients}
          onGone={() => forget(doing.remove)}
          onClose={() => setDoing(null)}
        />
      )}
      <Editing
        doing={doing}
        clients={clients}
        onLearn={secrets.learn}
        onGone={forget}
        onClose={() => setDoing(null)}
      />
    </>
  );
}

type ClientTableProps = {
  list: Client[];
  told: readonly { id: string }[];
  onDo: (doing: Doing) => void;
};

const keyOf = ({ id }: ClientRow) => id;

function ClientTable({ list, told, onDo }: ClientTableProps) {
  const rows = useMemo(() => {
    const toldIds = new Set(told.map(({ id }) => id));
    return list.map(client => ({ ...client, isTold: toldIds.has(String(client.id)) }));
  }, [list, told]);
  const rowActions = useCallback(
    (client: ClientRow) => (
      <>
        <IconButton
          label={uiTexts.editNamed(client.name)}
          icon={<Pencil size={20} />}
          onClick={() => onDo({ edit: client })}
        />
        <IconButton
          label={uiTexts.removeNamed(client.name)}
          icon={<Trash2 size={20} />}
          onClick={() => onDo({ remove: client })}
        />
      </>
    ),
    [onDo],
  );
  return (
    <DataTable
      name="clients"
      caption={texts.caption}
      rows={rows}
      rowKey={keyOf}
      columns={columns}
      rowActions={rowActions}
      empty={texts.empty}
    />
  );
}

type EditingProps = {
  doing: Doing;
  clients: OwnList<Client[]>;
  onLearn: (made: Client) => void;
  onGone: (client: Client) => void;
  onClose: () => void;
};

/** The dialog of a new client or of one that is edited. What was typed is there again when it is opened again. */
function Editing({ doing, clients, onLearn, onGone, onClose }: EditingProps) {
  const typed = useRef(new Map<string, ClientForm>());
  if (!doing || !('edit' in doing)) return null;
  const { edit: client } = doing;
  const key = client ? `client:${client.id}` : 'new';
  const finish = () => {
    typed.current.delete(key);
    onClose();
  };
  const tell = (message: string, { name }: { name: string }) =>
    notify({ type: 'success', title: texts.clientOf(name), message });
  return (
    <ClientDialog
      key={key}
      client={client}
      clients={clients}
      typed={typed.current.get(key)}
      onClose={values => {
        typed.current.set(key, values);
        onClose();
      }}
      onSaved={saved => {
        if (!client) onLearn(saved);
        // Where there is a secret, it is told with it that the client was made.
        finish();
        if (client || !saved.secret) tell(client ? texts.changed : texts.created, saved);
        void clients.readAgain();
      }}
      onGone={() => {
        if (!client) return;
        onGone(client);
        finish();
        tell(texts.removedAlready, client);
      }}
    />
  );
}
