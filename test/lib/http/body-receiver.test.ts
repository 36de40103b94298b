import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import {
  createBodyReceiver,
  MAX_ALL_BODY_BYTES,
  MAX_CALLER_BODY_BYTES,
  type ReceivedMessage,
} from '../../../src/lib/http/body-receiver.ts';

const CHUNK = Buffer.alloc(MAX_CALLER_BODY_BYTES / 2, 'x');

/** Sends bodies of one chunk in pieces, and notes what becomes of them. */
function startReceiver() {
  const outcomes: string[] = [];
  const callers = new Map<ServerResponse, string>();
  const receiver = createBodyReceiver((outgoing) => void outcomes.push(`${callers.get(outgoing)} refused`));
  const send = (caller: string) => {
    const incoming = Object.assign(new PassThrough(), { headers: { 'transfer-encoding': 'chunked' } });
    const outgoing = new EventEmitter() as EventEmitter & ServerResponse;
    callers.set(outgoing, caller);
    const request = {
      incoming: incoming as unknown as ReceivedMessage,
      outgoing,
      caller,
      maxBytes: 2 * CHUNK.length,
      isAdmissible: () => true,
    };
    receiver.receive(request, () => void outcomes.push(`${caller} ${request.incoming.rawBody?.length}`));
    incoming.write(CHUNK);
    return incoming;
  };
  return { outcomes, send };
}

it('bodies that were received leave room for any number of later ones', async () => {
  const { outcomes, send } = startReceiver();
  const count = (2 * MAX_ALL_BODY_BYTES) / CHUNK.length;
  for (let index = 0; index < count; index++) {
    send('a').end();
    await expect.poll(() => outcomes.length).toBe(index + 1);
  }
  expect(new Set(outcomes)).toEqual(new Set([`a ${CHUNK.length}`]));
});

it('a large body is refused itself when all callers together have no bytes left', async () => {
  const { outcomes, send } = startReceiver();
  const open = [send('large'), send('large')];
  for (let bytes = 2 * CHUNK.length; bytes < MAX_ALL_BODY_BYTES; bytes += CHUNK.length)
    open.push(send(`other ${bytes}`));
  await expect.poll(() => open.every((incoming) => incoming.readableLength === 0)).toBe(true);
  expect(outcomes).toEqual([]);
  send('last');
  await expect.poll(() => outcomes).toEqual(['last refused']);
});
