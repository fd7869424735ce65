/** The probe in this process, with everything written down that leaves it. */
import { startProbing } from '#server/cli/admin/probe/conversation.ts';
import { createExchange, type LIMITS } from '#server/cli/admin/probe/exchange.ts';
import { judgeFindings, reportJson, reportLines, type Verdict } from '#server/cli/admin/probe/report.ts';
import { type Findings, survey } from '#server/cli/admin/probe/run.ts';
import type { Target } from '#server/cli/admin/probe/target.ts';
import { CLIENT, ORIGIN, TEST_PASSWORD } from '#tests/support/server.ts';

/** One request as it left. */
export type Sent = { method: string; path: string; headers: Headers; body: string };

export type Probed = Findings & {
  verdict: Verdict;
  sent: Sent[];
  /** All that is told to whoever asked, people and programs. */
  said: string;
};

export type Probing = Partial<Target> & {
  fetch?: typeof fetch;
  limits?: typeof LIMITS;
  password?: string;
  clientSecret?: string;
  wait?: (ms: number) => Promise<void>;
};

export async function probeWith({
  fetch = globalThis.fetch,
  limits,
  password = TEST_PASSWORD,
  clientSecret = CLIENT.client_secret,
  wait = async () => undefined,
  ...given
}: Probing): Promise<Probed> {
  const target: Target = {
    origin: ORIGIN,
    pageOrigin: undefined,
    clientId: CLIENT.client_id,
    secretFile: 'secret',
    user: undefined,
    refresh: false,
    zone: 'Europe/Moscow',
    write: undefined,
    json: false,
    ...given,
  };
  const sent: Sent[] = [];
  const noting: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const body = await request.clone().text();
    sent.push({ method: request.method, path: pathname + search, headers: request.headers, body });
    return fetch(input, init);
  };
  const exchange = createExchange(target.origin, limits, noting);
  const progress: string[] = [];
  const note = (line: string) => void progress.push(line);
  const findings = await survey(
    startProbing({ exchange, target, password, clientSecret, progress: note, wait }),
  );
  const verdict = judgeFindings(findings);
  const said = [...progress, ...reportLines(findings, verdict), reportJson(findings, verdict)].join('\n');
  return { ...findings, verdict, sent, said };
}
