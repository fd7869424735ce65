import { useSearchParams } from 'react-router-dom';
import * as v from 'valibot';
import { RequestStatus } from '#contract/requests.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { useMedia, WIDE } from '#ui/use-media.ts';

/** The applied filter lives in the address, so that going back from a request finds the same list. */
export function useAppliedStatus(): [RequestStatus, (status: RequestStatus) => void] {
  const [params, setParams] = useSearchParams();
  const status = v.parse(v.fallback(RequestStatus, 'all'), params.get('status'));
  return [status, next => setParams(next === 'all' ? {} : { status: next }, { replace: true })];
}

export type ChosenRequest = {
  /** The code number of the request in the pane beside the list. */
  chosen: number | null;
  /** Where a request is shown: in the pane where there is room for one, else on its own page. */
  linkTo: (codeNumber: number) => { to: string; replace: boolean };
};

/** The chosen request lives in the address too. */
export function useChosenRequest(): ChosenRequest {
  const [params] = useSearchParams();
  const hasPane = useMedia(WIDE);
  const chosen = Number(params.get('request') ?? Number.NaN);
  return {
    chosen: hasPane && Number.isSafeInteger(chosen) ? chosen : null,
    linkTo(codeNumber) {
      if (!hasPane) return { to: pathTo(paths.request, { codeNumber }), replace: false };
      const next = new URLSearchParams(params);
      next.set('request', String(codeNumber));
      return { to: `?${next}`, replace: true };
    },
  };
}
