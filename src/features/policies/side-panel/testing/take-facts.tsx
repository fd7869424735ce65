import { type FormEvent, useState } from 'react';
import { answerKindOf, type Problem } from '#api/problem.ts';
import { getModerationRequest } from '#contract/moderation.ts';
import { getRequest, type Request } from '#contract/requests.ts';
import type { CurrentUser } from '#contract/session.ts';
import { type ListedUser, listUserNames, listUsers } from '#contract/users.ts';
import { satisfies } from '#domain/permissions.ts';
import { attributeOf, type Catalogue } from '#domain/policy/catalogue.ts';
import type { Entity, Facts } from '#domain/policy/facts.ts';
import { failure, type Result, success } from '#kit/result.ts';
import { useAction, useBlockedReason } from '#state/remote/use-action.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import { useSession } from '#state/session.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { TreePicker } from '#ui/picker/tree-picker.tsx';
import { describeFailure } from '#ui/remote/answer-fault.ts';
import { blockedBecause } from '#ui/remote/texts.ts';
import type { TreeOption } from '#ui/tree-option.ts';
import { useEditing } from '../../editing.ts';
import styles from './testing.module.css';
import { texts } from './texts.ts';
import { type UsedField, unknownTitles } from './used-sources.ts';

type TakeFactsProps = {
  source: string;
  fields: readonly UsedField[];
  facts: Facts;
  onTake: (entity: Entity) => void;
};

/** Fills a thing from what the server knows, and says what the server did not tell. */
export function TakeFacts({ source, fields, facts, onTake }: TakeFactsProps) {
  const { user } = useSession();
  const [taken, setTaken] = useState('');
  if (!user || (source !== 'user' && source !== 'request')) return null;
  const Take = source === 'user' ? TakeUser : TakeRequest;
  const handleTake = (entity: Entity, name: string) => {
    onTake(entity);
    setTaken(name);
  };
  const missing = unknownTitles(fields, facts);
  return (
    <div className={styles.take}>
      <Take user={user} onTake={handleTake} />
      <p role="status" className={styles.hint}>
        {taken &&
          `${texts.taken(taken)} ${missing.length > 0 ? texts.stillUnknown(missing) : texts.allKnown}`}
      </p>
    </div>
  );
}

type TakeProps = { user: CurrentUser; onTake: (entity: Entity, name: string) => void };

const NOBODY: readonly TreeOption[] = [];

/** Chooses somebody whose attributes fill the fields: with e-mail and roles for who may see them, else by name alone. */
function TakeUser({ user, onTake }: TakeProps) {
  const { catalogue } = useEditing();
  const maySee = satisfies(user.can, 'edit_users');
  const whole = useRemote(listUsers, maySee ? {} : null);
  const names = useRemote(listUserNames, maySee ? null : {});
  const { value, busy, problem, reload } = maySee ? whole : names;
  const [chosen, setChosen] = useState<TreeOption['id'] | null>(null);
  const handleChoice = (id: TreeOption['id'] | null) => {
    setChosen(id);
    const found = value?.list.find(each => each.id === id);
    if (found) onTake(userFacts(found, catalogue), found.name);
  };
  return (
    <TreePicker
      name="policy-user"
      label={texts.takeUser}
      options={value?.list ?? NOBODY}
      busy={busy && !value}
      failure={problem && !value ? describeFailure(problem, texts.usersFailed) : null}
      onRetry={() => void reload()}
      value={chosen}
      onChange={handleChoice}
    />
  );
}

/** Asks for a request by its number and fills the fields with what the answer tells. */
function TakeRequest({ user, onTake }: TakeProps) {
  const { catalogue } = useEditing();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const readById = useAction(getModerationRequest);
  const readByCode = useAction(getRequest);
  const blocked = blockedBecause(useBlockedReason());
  const isModerator = satisfies(user.can, 'edit_promoters');
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const parsed = parseNumber(typed.trim(), user.can);
    if (!parsed.ok) return setError(parsed.problem);
    const { number, isOwn } = parsed.value;
    setBusy(true);
    const answer = isOwn ? await readByCode({ codeNumber: number }) : await readById({ id: number });
    setBusy(false);
    setError(answer.ok ? '' : problemText(answer.problem));
    if (!answer.ok) return;
    const request = answer.value;
    const { id, name, email } = user;
    // Without a role: the session tells one, and there may be more.
    const promoter = isOwn ? userFacts({ id, name, email }, catalogue) : undefined;
    onTake(requestFacts(request, catalogue, promoter), request.fullcode);
  };
  return (
    <form onSubmit={handleSubmit} className={styles.takeRequest} noValidate>
      <TextField
        label={isModerator ? texts.takeRequestById : texts.takeRequestByCode}
        hint={isModerator ? texts.requestByIdHint : texts.requestByCodeHint}
        error={error || undefined}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" busy={busy} disabled={blocked !== undefined}>
        {texts.take}
      </Button>
      {blocked && <p className={styles.hint}>{blocked}</p>}
    </form>
  );
}

/** `Л-000123`, `123`: the letter says that it is a code. */
const NUMBER = /^([\p{L}]\s*-\s*)?0*(\d{1,15})$/u;

/** The number of a request that may be asked for; `isOwn`: by its code, among the user's own. */
function parseNumber(
  typed: string,
  can: CurrentUser['can'],
): Result<{ number: number; isOwn: boolean }, string> {
  const [, letter, digits] = NUMBER.exec(typed) ?? [];
  const number = Number(digits);
  if (digits === undefined || number === 0) return failure(texts.notANumber);
  const isModerator = satisfies(can, 'edit_promoters');
  const isOwn = !isModerator || letter !== undefined;
  if (!isOwn || satisfies(can, 'work_promoter')) return success({ number, isOwn });
  return failure(isModerator ? texts.notByCode : texts.requestRefused);
}

function problemText(problem: Problem): string {
  const kind = answerKindOf(problem);
  if (kind === 'gone') return texts.noSuchRequest;
  return kind === 'forbidden' ? texts.requestRefused : describeFailure(problem, texts.notTaken).why;
}

/** What the lists of users tell of one; a list of names alone has no more than a name. */
type KnownUser = Pick<ListedUser, 'id' | 'name'> & Partial<ListedUser>;

/** A user as facts. What the list does not tell is left out: it is not known. */
function userFacts({ id, name, email, roles }: KnownUser, catalogue: Catalogue): Entity {
  const named = roles?.map(role => role.name || idByName(catalogue, ['user', 'role'], role.display_name));
  // One role that cannot be told leaves open which ones there are: «не равно» would hold too easily.
  const role = named?.every(each => each !== undefined) ? named : undefined;
  return { id, name, email: email || undefined, role };
}

type KnownRequest = Request & { report?: { id: number } | null | undefined };

/** A request as facts; `promoter` where it is known whose it is. */
function requestFacts(request: KnownRequest, catalogue: Catalogue, promoter?: Entity): Entity {
  const { id, fullcode, code_number, type, tofirm, created_at, percent } = request;
  return {
    id,
    fullcode,
    code_number,
    type,
    tofirm,
    percent,
    paid: PAID[request.paid],
    state: request.state || idByName(catalogue, ['request', 'state'], request.state_name),
    created_at: created_at || undefined,
    report: reportOf(request),
    promoter,
  };
}

/** Paying that is under way has not paid yet, and the other way round. */
const PAID = { 0: false, [-1]: false, 1: true, 2: true } as const;

function reportOf({ report, promo_report_id }: KnownRequest): Entity | null {
  const id = report?.id ?? promo_report_id;
  return id === null ? null : { id };
}

/** The id of a list attribute's value by its name; undefined where the catalogue knows no such name. */
function idByName(catalogue: Catalogue, [type, name]: readonly [string, string], title: string) {
  if (!title) return undefined;
  return attributeOf(catalogue, type, name)?.values.find(value => value.name === title)?.id;
}
