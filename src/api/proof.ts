/** What a 2xx proves of a command: the rule of the contract's `succeedsBy` ([S11]). */
import { type Endpoint, type Proof, successStatus } from '#contract/endpoint.ts';
import { isRecord } from '#kit/is-record.ts';

type Asked = Pick<Endpoint, 'succeedsBy' | 'agreesWith' | 'status'>;

/** PHP's `return 1|'success'|null`: a success without JSON, where the call has one. Any other text is somebody else's. */
export function isPlainProof(endpoint: Asked, { status, text }: { status: number; text: string }): boolean {
  const { succeedsBy = [] } = endpoint;
  if (status === 204) return text === '' && successStatus(endpoint) === 204;
  const proof = text.trim() === '' ? 'empty' : 'word';
  return isDone(status) && succeedsBy.includes(proof) && /^(1|success)?$/.test(text.trim());
}

/** JSON that says no in one of PHP's ways. */
export function isRefusal({ succeedsBy = [] }: Asked, json: unknown): boolean {
  if (!isRecord(json)) return false;
  if (json.error) return true;
  const saysNo = json.status === 'error' || json.success === false;
  return succeedsBy.length > 0 && saysNo && !(succeedsBy.includes('notice') && isNotice(json));
}

/** What a model may be wrapped in. */
const WRAPPERS = ['data', 'contact', 'user'];

/**
 * Whether a thing's id or code is missing that alone would prove the success. In an answer that echoes the key it is the server's own word
 * that nothing was saved (SPEC §8: «response without id», «no fullcode»); anybody else's proves nothing.
 */
export function lacksId({ succeedsBy = [] }: Asked, json: unknown): boolean {
  const [field, ...others] = succeedsBy;
  const isById = (field === 'id' || field === 'fullcode') && others.length === 0;
  if (!isById || !isRecord(json)) return false;
  return ![json, ...WRAPPERS.map(name => json[name])].some(layer => isRecord(layer) && Boolean(layer[field]));
}

type Received = { status: number; json: unknown; reply: unknown };

/** Whether JSON of the right form says that the command was carried out; a reading has nothing to prove. */
export function isProven({ succeedsBy, agreesWith = {} }: Asked, { status, json, reply }: Received): boolean {
  if (!succeedsBy) return true;
  if (!isDone(status) || !isRecord(json) || !isRecord(reply)) return false;
  const contradicts = Object.entries(agreesWith).some(
    ([name, value]) => reply[name] !== undefined && reply[name] !== value,
  );
  return !contradicts && succeedsBy.some(proof => holds(proof, json, reply));
}

/** 202 only promises, and no other 2xx comes from a controller. */
function isDone(status: number): boolean {
  return status === 200 || status === 201;
}

function holds(proof: Proof, json: Record<string, unknown>, reply: Record<string, unknown>): boolean {
  switch (proof) {
    case 'status':
      return json.status === 'success';
    case 'success':
      return json.success === true;
    case 'notice':
      return isNotice(json);
    case 'json':
      return true;
    case 'word':
    case 'empty':
      return false;
    case 'closed_at':
      return /^\d{4}-\d\d-\d\d/.test(String(reply.closed_at));
    default:
      return Boolean(reply[proof]);
  }
}

/** A status other than `success`, and words for the user. */
function isNotice({ status, title, message }: Record<string, unknown>): boolean {
  return typeof status === 'string' && status !== '' && status !== 'success' && Boolean(title || message);
}
