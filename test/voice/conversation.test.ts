import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import { VOICE_TOOLS } from '../../src/tools/voice/index.ts';
import { eventually } from '../platform/support/salon.ts';
import { connect, type TestClient } from '../support/clients.ts';
import { bearerHeader, type Guarded, startGuarded } from '../support/guarded.ts';
import { cleanEnvironment, runProgram } from '../support/program.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';
import { NUMBER_HEADER, NUMBER_META, PHONE_AGENTS, type Speak } from './support/phone-agents.ts';
import { firstTimeOn, tuesdayAhead } from './support/spoken-booking.ts';
import { REPORTING, type ReportingVendor, sendSigned, type VendorCall } from './support/vendor-calls.ts';

/**
 * One built server with the embedded platform: voice agents speak with callers, their vendors report the calls, and the
 * assistant of the owner reads what became of them.
 */
let server: Guarded;
let agentToken: string;
let owner: TestClient;
/** Receives the platform's webhooks. */
let receiver: Upstream;
/** Address and secret of each vendor's source. */
const sources = new Map<string, { address: string; secret: string }>();

const VENDOR_SECRET = 'secret_of_the_vendor_0123456789';

beforeAll(async () => {
  const identity = ['--caller-number-header', NUMBER_HEADER, '--caller-number-meta', NUMBER_META];
  server = await startGuarded('token', [...identity, '--language', 'en-GB', '--loopback-webhooks']);
  agentToken = await server.token('phone agent', '--profile', 'voice');
  owner = await connect('v2 2026-07-28', { url: server.url, headers: bearerHeader(await server.token('owner')) });
  receiver = await startUpstream(json(200, {}));
  await ask('manage_webhooks', { action: 'create', url: `${receiver.url}/hook`, events: ['call.completed'] });
  for (const vendor of Object.values(REPORTING)) sources.set(vendor.name, await addSource(vendor));
}, 60_000);
afterAll(async () => {
  await owner?.close();
  await receiver?.close();
  await server?.close();
});

/** Adds a source with the command line, as the operator does. */
async function addSource({ name }: ReportingVendor) {
  const isOurs = name === 'generic' || name === 'vapi';
  const args = ['calls', 'sources', 'add', name, '--name', 'main line', '--public-url', new URL(server.url).origin];
  const secretFile = isOurs || name === 'elevenlabs' ? [] : ['--secret-file', '-'];
  const run = (words: string[]) =>
    runProgram([...words, '--json'], cleanEnvironment(server.home), isOurs ? '' : VENDOR_SECRET);
  const added = JSON.parse((await run([...args, ...secretFile])).stdout);
  // ElevenLabs makes the secret when it knows the address.
  if (name === 'elevenlabs') await run(['calls', 'sources', 'rotate', added.source.id, '--secret-file', '-']);
  return { address: added.address as string, secret: isOurs ? (added.secret as string) : VENDOR_SECRET };
}

/** Calls a tool as the assistant of the owner. */
async function ask(name: string, args: Record<string, unknown> = {}): Promise<JsonObject> {
  const { data, isError, text } = await owner.call(name, args);
  expect(isError, `${name}: ${text}`).toBe(false);
  return data;
}
const items = async (name: string, args: Record<string, unknown> = {}) => (await ask(name, args)).items as JsonObject[];

/** Calls a tool of a change, hears the question, says yes. */
async function confirmAloud(speak: Speak, name: string, args: Record<string, unknown> = {}): Promise<string> {
  expect(await speak(name, args)).toMatch(/\?$/);
  return speak(name, { ...args, confirmed: true });
}

describe.each(PHONE_AGENTS.map((agent, index) => [agent.title, agent, index] as const))(
  'a voice agent %s',
  (_title, agent, index) => {
    const { vendor } = agent;
    const number = `+1303555030${index}`;
    const first: Omit<VendorCall, 'startedAt'> = {
      id: `call-${index}-first`,
      number,
      said: [
        ['agent', 'Good morning, how can I help you?'],
        ['caller', `I need a cleaning because of my violet${index} crown.`],
        ['agent', "I'll book you in for a cleaning on Tuesday."],
        ['caller', 'A day later, please.'],
      ],
      summary: 'Wants a cleaning.',
    };
    const second: Omit<VendorCall, 'startedAt'> = {
      id: `call-${index}-second`,
      number,
      said: [
        ['agent', 'Good morning, how can I help you?'],
        ['caller', 'Please cancel my cleaning, and tell me about the bill.'],
        ['agent', 'It is cancelled. We will call you back about the bill tomorrow.'],
      ],
      summary: 'Cancels the cleaning.',
    };
    const access = () => ({ url: server.url, token: agentToken });
    const speakIn = (call: VendorCall) => agent.speaker(access(), call);
    const report = async (body: object | undefined) => {
      const source = sources.get(vendor.name) as { address: string; secret: string };
      if (!body) return undefined;
      const answer = await sendSigned(vendor, source, body);
      expect(answer).toMatchObject({ status: 200, received: true });
      expect(answer.understood ?? answer.repeated).toBe(true);
      return answer;
    };
    /** Sends the reports of the end in this order, the first one twice, and returns the id of the call. */
    const reportAll = async (bodies: readonly object[]) => {
      const [body] = bodies;
      const answers = [await report(body), await report(body)];
      expect(answers[1]?.repeated).toBe(true);
      for (const later of bodies.slice(1)) answers.push(await report(later));
      return answers.map((answer) => answer?.call_id).find((id) => typeof id === 'string') as string;
    };

    /** Begins a call at the next full second, and announces it if the vendor does. */
    const begin = async (call: Omit<VendorCall, 'startedAt'>): Promise<VendorCall> => {
      const startedAt = Math.ceil(Date.now() / 1_000) * 1_000;
      await delay(startedAt - Date.now());
      const begun = { ...call, startedAt };
      await report(vendor.started?.(begun));
      return begun;
    };

    it('a caller books, moves and cancels, and the owner finds calls, booking and what links them', async () => {
      // The first call: the caller asks, books, hears of it and moves it.
      const firstCall = await begin(first);
      if (agent.tools) expect(await agent.tools(access())).toEqual(VOICE_TOOLS.map(({ name }) => name));
      const speak = speakIn(firstCall);
      expect(await speak('list_services')).toMatch(/\bCleaning\b/);
      const day = tuesdayAhead(index);
      const start = firstTimeOn(day, await speak('find_open_times', { service: 'Cleaning', date: day }));
      const wanted = { service: 'Cleaning', start, caller_name: `Robin Caller ${index}` };
      expect(await confirmAloud(speak, 'create_booking', wanted)).toMatch(/^It is booked: Cleaning/);
      expect(await speak('list_bookings')).toMatch(/^You have Cleaning/);
      const nextDay = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
      const later = firstTimeOn(nextDay, await speak('find_open_times', { service: 'Cleaning', date: nextDay }));
      expect(await confirmAloud(speak, 'update_booking', { new_start: later })).toMatch(/^It is moved/);
      const firstId = await reportAll(vendor.ended(firstCall));

      const [booking] = await items('list_bookings', { query: number });
      const bookingId = booking?.id as string;
      const read = async () => (await ask('get_booking', { booking_id: bookingId })).booking as JsonObject;
      expect(await read()).toMatchObject({ contact_phone: number, call_reference: first.id });
      expect((await read()).start_local).toMatch(later);

      // The second call: the caller cancels. Its reports arrive in the other order.
      const secondCall = await begin(second);
      expect(await confirmAloud(speakIn(secondCall), 'cancel_booking')).toMatch(/^It is cancelled/);
      const secondId = await reportAll(vendor.ended(secondCall).toReversed());
      expect(secondId).not.toBe(firstId);
      expect(await read()).toMatchObject({ status: 'cancelled', call_reference: second.id });

      // Both calls: result, contact, conversation.
      const made = { booking_id: bookingId, contact_id: booking?.contact_id, phone: number };
      const calls = [
        [firstId, firstCall, 'booked'],
        [secondId, secondCall, 'cancelled'],
      ] as const;
      for (const [id, call, outcome] of calls) {
        const { call: shown } = (await ask('get_call', { call_id: id })) as { call: JsonObject };
        const expected = { ...made, outcome, summary: call.summary, turns: call.said.length };
        expect(shown).toMatchObject({
          ...expected,
          source_name: 'main line',
          started_at: new Date(call.startedAt).toISOString().replace('.000', ''),
        });
        const { turns } = (await ask('get_call_transcript', { call_id: id })) as { turns: JsonObject[] };
        expect(turns.map(({ text }) => text)).toEqual(call.said.map(([, text]) => text));
        // From the booking to its call.
        expect(await items('list_calls', { query: call.id })).toMatchObject([{ id }]);
      }
      expect(await items('search_calls', { query: `violet${index}` })).toMatchObject([{ call_id: firstId }]);

      // The promise to book was kept in the call itself; that of a callback is open.
      const promises = (await items('find_follow_ups', { status: 'all', limit: 100 })).filter(
        ({ phone }) => phone === number,
      );
      expect(promises).toHaveLength(2);
      expect(promises).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            call_id: firstId,
            kind: 'booking',
            status: 'done',
            done_by: expect.objectContaining({ kind: 'booking', id: bookingId }),
          }),
          expect.objectContaining({ call_id: secondId, kind: 'callback', status: 'open' }),
        ]),
      );

      // Each event once.
      const events = await items('list_recent_events', { order: 'desc', per_page: 40 });
      const typesOf = (id: string) => events.filter((event) => event.record_id === id).map(({ type }) => type);
      expect(typesOf(bookingId)).toEqual(['booking.cancelled', 'booking.updated', 'booking.created']);
      const updates = (count: number) => Array.from({ length: count }, () => 'call.updated');
      expect(typesOf(firstId)).toEqual([...updates(vendor.updates.inOrder), 'call.completed']);
      expect(typesOf(secondId)).toEqual([...updates(vendor.updates.reversed), 'call.completed']);
      const delivered = () =>
        receiver.received.map(({ body }) => JSON.parse(body).data.id).filter((id) => [firstId, secondId].includes(id));
      await eventually(delivered).toEqual([firstId, secondId]);
    });
  },
);
