import type { Server, ServerResponse } from 'node:http';

/** The connections of a server that is going to stop. */
export type Connections = {
  /** From now on every answer says that its connection ends with it. */
  endWithTheirAnswers: () => void;
  /** Takes no new ones, and resolves when the last answer is out; those that are still not out by then are cut off. */
  close: (withinMs: number) => Promise<'all answered' | 'cut off'>;
};

/** Watches what a server answers, so that it can stop without breaking an answer off. */
export function watchConnections(server: Server): Connections {
  const answering = new Set<ServerResponse>();
  let ending = false;
  let closing = false;
  server.on('request', (_request, answer: ServerResponse) => {
    answering.add(answer);
    if (ending) answer.shouldKeepAlive = false;
    answer.once('close', () => {
      answering.delete(answer);
      // Its head was out before it could say that the connection ends. Not earlier: somebody may just be using one.
      if (closing) server.closeIdleConnections();
    });
  });
  const endWithTheirAnswers = () => {
    ending = true;
    for (const answer of answering) answer.shouldKeepAlive = false;
  };
  const close = (withinMs: number) =>
    new Promise<'all answered' | 'cut off'>(resolve => {
      closing = true;
      let outcome: 'all answered' | 'cut off' = 'all answered';
      const overdue = setTimeout(() => {
        if (answering.size > 0) outcome = 'cut off';
        server.closeAllConnections();
      }, withinMs);
      server.close(() => {
        clearTimeout(overdue);
        resolve(outcome);
      });
      server.closeIdleConnections();
    });
  return { endWithTheirAnswers, close };
}
