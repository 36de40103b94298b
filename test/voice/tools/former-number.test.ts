import { afterEach, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/lib/json.ts';
import { startUpstream } from '../../support/upstream.ts';
import { startWithout } from '../../support/without-extensions.ts';
import {
  callAs,
  confirmed,
  openVoiceOffice,
  type VoiceOffice,
  type VoiceOptions,
  voiceServices,
} from './support/office.ts';

/** A customer with a present and a former number, as a merge leaves them, calls from either. */
let office: VoiceOffice;
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of [...closing.splice(0).reverse(), office.close]) await close();
});

const PRESENT = '+13035550151';
const FORMER = '+13035550152';
const NORA = { name: 'Nora Quist', phone: PRESENT };
const NOTHING = /^I find no appointment ahead/;
const from = (phone: string, options?: VoiceOptions) => office.as({ phone, callId: `call ${phone}` }, options);
const start = (hour: number) => `2026-03-24T${hour + 6}:00:00Z`;
const book = (hour: number, contact: JsonObject) =>
  office.send('POST', '/bookings', { service_id: 'exam', start_time: start(hour), contact });

async function open(options: VoiceOptions = {}) {
  office = await openVoiceOffice(options);
  const { id } = await office.send('POST', '/contacts', { ...NORA, other_phone: FORMER });
  return id as string;
}

/** Returns `list_bookings` by number, of a server for a platform in front of the office. */
async function callsThrough(url: string) {
  const { services, close } = await voiceServices({ RCPT_BASE_URL: url, RCPT_API_KEY: office.apiKey });
  closing.push(close);
  const timed = { ...services, clock: office.clock };
  return (phone: string) => callAs(timed, { phone, callId: null })('list_bookings');
}

it('a caller from a former number hears, moves and cancels the appointment under the present one', async () => {
  await open();
  const { id } = await book(9, NORA);
  const call = from(FORMER);
  expect((await call('list_bookings')).text).toContain('New patient exam');
  await confirmed(call, 'update_booking', { new_start: '2026-03-24T13:00' });
  expect(await office.booked()).toMatchObject([{ id, start_time: start(13), contact: NORA }]);
  await confirmed(call, 'cancel_booking', {});
  expect(await office.booked()).toEqual([]);
});

it('a caller from the present number hears the appointment under a former one, once each', async () => {
  const id = await open();
  await book(9, { ...NORA, id, phone: FORMER });
  await book(13, NORA);
  const { text } = await from(PRESENT)('list_bookings');
  expect(text.match(/New patient exam/g)).toHaveLength(2);
});

it('an appointment of the contact under another name, an unknown number or none is not heard from another number', async () => {
  const id = await open();
  await book(9, { id, name: 'Max Muster', phone: PRESENT });
  await book(11, { ...NORA, id, phone: '+13035550159' });
  await book(13, { id, name: NORA.name, email: 'nora@example.com' });
  expect((await from(FORMER)('list_bookings')).text).toMatch(NOTHING);
  expect((await from(PRESENT)('list_bookings')).text.match(/New patient exam/g)).toHaveLength(1);
});

it('a number that several contacts have leads only to the appointments with this number', async () => {
  await open();
  await book(9, NORA);
  await office.send('POST', '/contacts', { name: 'Ida Ernst', phone: FORMER });
  expect((await from(FORMER)('list_bookings')).text).toMatch(NOTHING);
  expect((await from(PRESENT)('list_bookings')).text).toContain('New patient exam');
});

it('the checks of the operator hold for appointments under another number, too', async () => {
  await open({ callerChecks: ['name'] });
  await book(9, NORA);
  const call = from(FORMER, { callerChecks: ['name'] });
  expect((await call('list_bookings', { caller_name: 'Ida Ernst' })).text).not.toContain('New patient exam');
  expect((await call('list_bookings', { caller_name: NORA.name })).text).toContain('New patient exam');
});

it('a platform that does not find contacts by their number shows the appointments with the number of the call', async () => {
  await open();
  await book(9, NORA);
  const plain = await startWithout(office.url, 'list_filters');
  closing.push(plain.close);
  const call = await callsThrough(plain.url);
  expect((await call(FORMER)).text).toMatch(NOTHING);
  expect((await call(PRESENT)).text).toContain('New patient exam');
});

it('a key that may not read contacts shows the appointments with the number of the call', async () => {
  await open();
  await book(9, NORA);
  const limited = await startUpstream(async ({ path, headers: { authorization = '' } }, response) => {
    if (path.startsWith('/api/v1/contacts')) {
      response.writeHead(403, { 'content-type': 'application/json' }).end('{"error":"forbidden","message":"No scope"}');
      return;
    }
    const answer = await fetch(office.url + path, { headers: { authorization } });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  closing.push(limited.close);
  const call = await callsThrough(limited.url);
  expect((await call(FORMER)).text).toMatch(NOTHING);
  expect((await call(PRESENT)).text).toContain('New patient exam');
});
