import { afterEach, beforeEach, expect, it } from 'vitest';
import { telnyxEnded } from '../../voice/support/telephone-vendors.ts';
import { type Child, startChild } from '../support/child.ts';
import { eventually } from '../support/salon.ts';
import { openSwitchboard, type Switchboard, TELNYX_PATHS, telnyxApi } from './switchboard.ts';

const LEASE_MS = 5_000;
let board: Switchboard;
let children: Child[] = [];
beforeEach(async () => {
  board = await openSwitchboard();
});
afterEach(async () => {
  for (const child of children) child.kill();
  await Promise.all(children.map((child) => child.ended));
  children = [];
  await board.close();
});

async function start(): Promise<Child> {
  const settings = { ...board.settings, requestMs: 30_000, timeoutMs: 30_000, leaseMs: LEASE_MS };
  const child = startChild('fetch-calls.ts', [board.database, JSON.stringify(settings)]);
  children.push(child);
  expect(await child.line()).toBe('ready');
  return child;
}

const announce = (call_control_id: string) =>
  board.send(board.telnyx.key.sign(board.telnyx.address, JSON.stringify(telnyxEnded({ call_control_id }))));
const states = async () => ((await board.platform.callSources.log({ limit: 50 })) ?? []).map(({ status }) => status);
const messageRequests = () => board.requests.filter(({ path }) => path.startsWith(TELNYX_PATHS.messages)).length;

it('two processes fetch each of twenty calls once', async () => {
  board.answer(telnyxApi());
  await Promise.all([start(), start()]);
  for (let number = 0; number < 20; number++) await announce(`v3:${number}`);
  await eventually(states).toEqual(Array.from({ length: 20 }, () => 'understood'));
  expect(messageRequests()).toBe(20);
  const calls = await board.calls();
  expect(calls.map(({ transcript }) => (transcript as object[]).length)).toEqual(calls.map(() => 2));
  expect(calls).toHaveLength(20);
});

it('a call that a killed process was fetching is fetched by another one when the lease has ended', async () => {
  board.answer({});
  await announce('v3:1');
  const killed = await start();
  await eventually(messageRequests).toBe(1);
  killed.kill();
  board.answer(telnyxApi());
  await start();
  await eventually(states).toEqual(['understood']);
  expect(messageRequests()).toBe(2);
});

it('a process that closes leaves the call that it was fetching to the others at once', async () => {
  board.answer({});
  await announce('v3:1');
  const closing = await start();
  await eventually(messageRequests).toBe(1);
  board.answer(telnyxApi());
  closing.end();
  expect(await closing.ended).toBe(0);
  const startedAt = performance.now();
  await board.open();
  await eventually(states).toEqual(['understood']);
  expect(performance.now() - startedAt).toBeLessThan(LEASE_MS);
});
