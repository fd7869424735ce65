import { useCallback, useMemo, useRef, useState } from 'react';
import { type Client, deleteClient, listClients } from '#contract/credentials.ts';
import { useDevice } from '#state/device-context.ts';
import { useAction } from '#state/remote/use-action.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { DefinitionList } from '#ui/definition-list.tsx';
import { Plus } from '#ui/icons.ts';
import { Pencil, RefreshCw, Trash2 } from '#ui/icons-of-screens.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import { CredentialListView } from '../shared/credential-list-view.tsx';
import { tellsUse, useNow } from '../shared/last-use.tsx';
import { RemoveDialog } from '../shared/remove-dialog.tsx';
import { type CredentialList, useCredentialList } from '../shared/use-credential-list.ts';
import { useFocusAfterRender } from '../shared/use-focus-after-render.ts';
import { ClientDialog } from './client-dialog.tsx';
import { type ClientForm, canReplaceSecret } from './client-form.ts';
import styles from './clients.module.css';
import { columnsOf } from './columns.tsx';
import { type NewSecret, NewSecretDialog } from './new-secret-dialog.tsx';
import { ReplaceSecretDialog } from './replace-secret-dialog.tsx';
import { texts } from './texts.ts';

/** What is done to a client now; `edit` null makes a new one. */
type ClientAction = { edit: Client | null } | { remove: Client } | { replace: Client } | null;

/** The user's own OAuth clients. */
export function Clients() {
  const clients = useCredentialList(listClients);
  const [newSecret, setNewSecret] = useState<NewSecret | null>(null);
  const [action, setAction] = useState<ClientAction>(null);
  const createButton = useRef<HTMLButtonElement>(null);
  const focusAfterRemoval = useFocusAfterRender(createButton);
  const removeFromList = (client: Client) => {
    focusAfterRemoval();
    clients.remote.change(current => current.filter(({ id }) => id !== client.id));
  };
  return (
    <>
      <CredentialListView remote={clients.remote}>
        {list => (
          <div className={styles.list}>
            <div>
              <Button ref={createButton} icon={<Plus size={20} />} onClick={() => setAction({ edit: null })}>
                {texts.create}
              </Button>
            </div>
            <ClientTable list={list} onAction={setAction} />
            <EndpointUrls />
          </div>
        )}
      </CredentialListView>
      <ClientActionDialog
        action={action}
        clients={clients}
        onCreated={client => setNewSecret({ client, isReplaced: false })}
        onReplaced={client => setNewSecret({ client, isReplaced: true })}
        onAction={setAction}
        onGone={removeFromList}
        onClose={() => setAction(null)}
      />
      {newSecret?.client.secret && (
        <NewSecretDialog newSecret={newSecret} onDone={() => setNewSecret(null)} />
      )}
    </>
  );
}

type ClientTableProps = { list: Client[]; onAction: (action: ClientAction) => void };

const keyOf = ({ id }: Client) => id;

function ClientTable({ list, onAction }: ClientTableProps) {
  const now = useNow();
  const hasUse = tellsUse(list);
  const columns = useMemo(() => columnsOf(hasUse, now), [hasUse, now]);
  const rowActions = useCallback(
    (client: Client) => (
      <>
        <IconButton
          label={uiTexts.editNamed(client.name)}
          icon={<Pencil size={20} />}
          onClick={() => onAction({ edit: client })}
        />
        {canReplaceSecret(client) && (
          <IconButton
            label={texts.replaceSecretOf(client.name)}
            icon={<RefreshCw size={20} />}
            onClick={() => onAction({ replace: client })}
          />
        )}
        <IconButton
          label={uiTexts.removeNamed(client.name)}
          icon={<Trash2 size={20} />}
          onClick={() => onAction({ remove: client })}
        />
      </>
    ),
    [onAction],
  );
  return (
    <DataTable
      name="clients"
      caption={texts.caption}
      rows={list}
      rowKey={keyOf}
      columns={columns}
      rowActions={rowActions}
      empty={texts.empty}
    />
  );
}

type ClientActionDialogProps = {
  action: ClientAction;
  clients: CredentialList<Client[]>;
  onCreated: (made: Client) => void;
  onReplaced: (client: Client) => void;
  onAction: (action: ClientAction) => void;
  onGone: (client: Client) => void;
  onClose: () => void;
};

/** The question or the form of what is done now. What was typed is there again when its form is opened again. */
function ClientActionDialog(props: ClientActionDialogProps) {
  const { action, clients, onCreated, onGone, onClose } = props;
  const drafts = useRef(new Map<string, ClientForm>());
  const remove = useAction(deleteClient);
  if (!action) return null;
  if ('remove' in action) {
    const { remove: client } = action;
    return (
      <RemoveDialog
        item={client}
        list={clients}
        remove={() => remove({ client: client.id })}
        question={texts.askRemove(client.name)}
        confirmLabel={uiTexts.remove}
        confirmWord={texts.removeWord}
        toast={{ title: texts.clientOf(client.name), done: texts.removed, alreadyDone: texts.removedAlready }}
        onGone={() => onGone(client)}
        onClose={onClose}
      >
        {texts.removeWhy}
      </RemoveDialog>
    );
  }
  if ('replace' in action) {
    const { replace: client } = action;
    return (
      <ReplaceSecretDialog
        client={client}
        clients={clients}
        onReplaced={replaced => {
          props.onReplaced(replaced);
          onClose();
        }}
        onGone={() => {
          onGone(client);
          onClose();
          notifyDone(client, texts.removedAlready);
        }}
        onClose={onClose}
      />
    );
  }
  const { edit: client } = action;
  const key = client ? `client:${client.id}` : 'new';
  const close = (values?: ClientForm) => {
    if (values) drafts.current.set(key, values);
    else drafts.current.delete(key);
    onClose();
  };
  const handleSaved = (saved: Client) => {
    if (!client) onCreated(saved);
    close();
    // A secret is told together with that its client was made.
    if (client || !saved.secret) notifyDone(saved, client ? texts.changed : texts.created);
    void clients.refetch();
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
      draft={drafts.current.get(key)}
      onClose={close}
      onSaved={handleSaved}
      onGone={handleGone}
      onWithoutSecret={(made, typed) => {
        const canReplace = canReplaceSecret(made);
        // Who has to make it anew finds the form as it was.
        close(canReplace ? undefined : typed);
        props.onAction(canReplace ? { replace: made } : { remove: made });
      }}
    />
  );
}

function notifyDone({ name }: Client, message: string): void {
  notify({ type: 'success', title: texts.clientOf(name), message });
}

/** Where somebody else's program asks for a code and for tokens. */
function EndpointUrls() {
  const { config } = useDevice();
  const origin = config.apiOrigin || window.location.origin;
  const rows = [
    { term: texts.authorizeAt, value: <EndpointUrl>{`${origin}/oauth/authorize`}</EndpointUrl> },
    { term: texts.tokenAt, value: <EndpointUrl>{`${origin}/oauth/token`}</EndpointUrl> },
  ];
  return (
    <div className={styles.endpoints}>
      <h3 className={styles.subheading}>{texts.endpointUrls}</h3>
      <p className={styles.why}>{texts.endpointUrlsWhy}</p>
      <DefinitionList rows={rows} />
    </div>
  );
}

function EndpointUrl({ children }: { children: string }) {
  return (
    <code translate="no" className={styles.url}>
      {children}
    </code>
  );
}
