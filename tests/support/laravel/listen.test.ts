import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { listenOnLoopback } from '#tests/support/loopback.ts';
import { openLaravel } from './listen.ts';

it.each(['is gone', 'dies in the middle of its answer'])('a server that %s is a 502 in HTML', async how => {
  const behind = createServer((_, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
    outgoing.write('{"id":', () => outgoing.destroy());
  });
  const origin = `http://127.0.0.1:${await listenOnLoopback(behind)}`;
  if (how === 'is gone') behind.close();
  const laravel = await openLaravel({ origin }, { generation: '8' });
  onTestFinished(async () => {
    await laravel.close();
    behind.close();
  });
  for (const path of ['/api/user', '/application/config.json']) {
    const answer = await fetch(laravel.origin + path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([502, 'text/html']);
    expect(await answer.text()).toContain('502 Bad Gateway');
  }
});
