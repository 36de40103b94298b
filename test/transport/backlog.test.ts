import { request } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { startHttp } from '../support/session.ts';

/** More than one turn of the server's event loop accepts. */
const CONNECTIONS = 30;
const LIST_PROMPTS = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/list' });

/** Sends a request on a connection of its own. `sent` resolves when the system has connected it, `status` with the answer. */
function send(url: string) {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const sending = request(url, { method: 'POST', agent: false, headers });
  const sent = new Promise<void>((resolve) => {
    sending.once('socket', (socket) => socket.once('connect', () => resolve()));
  });
  const status = new Promise<number | string>((resolve) => {
    sending.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sending.once('response', (response) => response.resume().once('close', () => resolve(response.statusCode ?? 0)));
  });
  sending.end(LIST_PROMPTS);
  return { sent, status };
}

it.each([false, true])(
  'a server that is stopped answers what the system has accepted for it, with a subscription open: %s',
  async (hasSubscription) => {
    const session = await startHttp();
    onTestFinished(() => session.close());
    const { program, client, url } = session;
    if (hasSubscription) await client.watch(['rcpt://services'], () => {});
    await send(url).status;
    program.child.kill('SIGSTOP');
    const requests = Array.from({ length: CONNECTIONS }, () => send(url));
    await Promise.all(requests.map(({ sent }) => sent));
    program.child.kill('SIGTERM');
    program.child.kill('SIGCONT');
    expect(await Promise.all(requests.map(({ status }) => status))).toEqual(Array(CONNECTIONS).fill(200));
    expect(await program.ended).toBe(0);
  },
);
