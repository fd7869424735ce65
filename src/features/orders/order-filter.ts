import { useSearchParams } from 'react-router-dom';
import * as v from 'valibot';
import { RequestStatus } from '#contract/requests.ts';

/** The applied filter lives in the address, so that going back from a request finds the same list. */
export function useAppliedStatus(): [RequestStatus, (status: RequestStatus) => void] {
  const [params, setParams] = useSearchParams();
  const status = v.parse(v.fallback(RequestStatus, 'all'), params.get('status'));
  return [status, next => setParams(next === 'all' ? {} : { status: next }, { replace: true })];
}
