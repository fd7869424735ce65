import { useCallback, useMemo, useRef, useState } from 'react';
import { type Client, deleteClient, listClients } from '#contract/credentials.ts';
import { useDevice } from '#state/device.ts';
import { useAction } from '#state/remote/use-action.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { DefinitionList } from '#ui/definition-list.tsx';
import { Plus } from '#ui/icons.ts';
import { Pencil, Trash2 } from '#ui/icons-of-screens.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import { EndDialog } from '../shared/end-dialog.tsx';
import { OwnListView } from '../shared/own-list-view.tsx';
import { useFocusAfter } from '../shared/use-focus-after.ts';
import { type OwnList, useOwnList } from '../shared/use-own-list.ts';
import { ClientDialog } from './client-dialog.tsx';
import type { ClientForm } from './client-form.ts';
import styles from './clients.module.css';
import { type ClientRow, columns } from './columns.tsx';
import type { ShownSecret } from './shown-secrets.tsx';
import { ShownSecrets } from './shown-secrets.tsx';
import { texts } from './texts.ts';

/** What is done to a client now; `edit` null makes a new one. */
type Doing = { edit: Client | null } | { remove: Client } | null;

/** The user's own OAuth clients. */
export function Clients() {
  const clients = useOwnList(listClients);
  const secrets = useShownSecrets();
  const [doing, setDoing] = useState<Doing>(null);
  const createButton = useRef<HTMLButtonElement>(null);
  const markGone = useFocusAfter(createButton);
  const forget = (client: Client) => {
    markGone();
    clients.remote.change(held => held.filter(({ id }) => id !== client.id));
    secrets.forget(String(client.id));
  };
  const put = (id: string) => {
    markGone();
    secrets.forget(id);
  };
  return (
    <>
      {/* Whatever becomes of the list: nobody else has these. */}
      <ShownSecrets shown={secrets.shown} onSeen={secrets.see} onPut={put} />
      <OwnListView remote={clients.remote}>
        {list => (
          <div className={styles.list}>
            <div>
              <Button ref={createButton} icon={<Plus size={20} />} onClick={() => setDoing({ edit: null })}>
                {texts.create}
              </Button>
            </div>
            <ClientTable list={list} shown={secrets.shown} onDo={setDoing} />
            <Addresses />
          </div>
        )}
      </OwnListView>
      <Act
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
  shown: readonly { id: string }[];
  onDo: (doing: Doing) => void;
};

const keyOf = ({ id }: ClientRow) => id;

function ClientTable({ list, shown, onDo }: ClientTableProps) {
  const rows = useMemo(() => {
    const shownIds = new Set(shown.map(({ id }) => id));
    return list.map(client => ({ ...client, isShown: shownIds.has(String(client.id)) }));
  }, [list, shown]);
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

type ActProps = {
  doing: Doing;
  clients: OwnList<Client[]>;
  onLearn: (made: Client) => void;
  onGone: (client: Client) => void;
  onClose: () => void;
};

/** The question or the form of what is done now. What was typed is there again when its form is opened again. */
function Act({ doing, clients, onLearn, onGone, onClose }: ActProps) {
  const typed = useRef(new Map<string, ClientForm>());
  const remove = useAction(deleteClient);
  if (!doing) return null;
  if ('remove' in doing) {
    const { remove: client } = doing;
    return (
      <EndDialog
        item={client}
        list={clients}
        end={() => remove({ client: client.id })}
        question={texts.askRemove(client.name)}
        confirmLabel={uiTexts.remove}
        typed={texts.removeWord}
        toast={{ title: texts.clientOf(client.name), done: texts.removed, already: texts.removedAlready }}
        onGone={() => onGone(client)}
        onClose={onClose}
      >
        {texts.removeWhy}
      </EndDialog>
    );
  }
  const { edit: client } = doing;
  const key = client ? `client:${client.id}` : 'new';
  const close = (values?: ClientForm) => {
    if (values) typed.current.set(key, values);
    else typed.current.delete(key);
    onClose();
  };
  const handleSaved = (saved: Client) => {
    if (!client) onLearn(saved);
    close();
    // A secret is told together with that its client was made.
    if (client || !saved.secret) notifyDone(saved, client ? texts.changed : texts.created);
    void clients.readAgain();
  };
  const handleGone = () => {
    if (!client) return;
    onGone(client);
    close();
    notifyDone(client, texts.removedAlready);
  };
  return (
    <ClientDialog
      key={key}
      client={client}
      clients={clients}
      typed={typed.current.get(key)}
      onClose={close}
      onSaved={handleSaved}
      onGone={handleGone}
    />
  );
}

function notifyDone({ name }: Client, message: string): void {
  notify({ type: 'success', title: texts.clientOf(name), message });
}

/** Where somebody else's program asks for a code and for tokens. */
function Addresses() {
  const { config } = useDevice();
  const origin = config.apiOrigin || window.location.origin;
  const rows = [
    { term: texts.authorizeAt, value: <Address>{`${origin}/oauth/authorize`}</Address> },
    { term: texts.tokenAt, value: <Address>{`${origin}/oauth/token`}</Address> },
  ];
  return (
    <div className={styles.addresses}>
      <h3 className={styles.subheading}>{texts.addresses}</h3>
      <p className={styles.why}>{texts.addressesWhy}</p>
      <DefinitionList rows={rows} />
    </div>
  );
}

function Address({ children }: { children: string }) {
  return (
    <code translate="no" className={styles.address}>
      {children}
    </code>
  );
}

/** The secrets that were told since this screen was opened: in its memory alone, and gone with it. */
function useShownSecrets() {
  const [shown, setShown] = useState<readonly ShownSecret[]>([]);
  return {
    shown,
    learn({ id, name, secret = '' }: Client) {
      if (secret !== '') setShown(before => [...before, { id: String(id), name, secret, isSeen: false }]);
    },
    see: (seen: string) =>
      setShown(before => before.map(each => (each.id === seen ? { ...each, isSeen: true } : each))),
    forget: (gone: string) => setShown(before => before.filter(({ id }) => id !== gone)),
  };
}
