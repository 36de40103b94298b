import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOver, sendRaw } from '../support/voice-server.ts';
import { ASKING } from './attacks/asking.ts';
import { CHANGING } from './attacks/changing.ts';
import { CHECKS } from './attacks/checks.ts';
import { type Answered, type Attack, HEARS, heard, hold } from './attacks/conversation.ts';
import { IDENTITY } from './attacks/identity.ts';
import { PROTOCOL } from './attacks/protocol.ts';
import { openWorld, SECRET, VICTIM, type World } from './attacks/world.ts';

/**
 * Conversations in which a caller tries to hear about, infer or change the appointment of another customer, over HTTP with the
 * built server. Each is held in two worlds: in one the customer exists, in the twin world a stranger has the same times. Every
 * answer must be the same byte for byte, the one that is expected, and without any detail of the customer.
 */
let worlds: [victim: World, twin: World];
beforeAll(async () => {
  worlds = await Promise.all([openWorld('victim'), openWorld('twin')]);
}, 60_000);
const records = () => Promise.all(worlds.map((world) => world.records()));
afterAll(() => Promise.all(worlds?.map((world) => world.close()) ?? []));

const CLASSES: readonly (readonly [name: string, attacks: readonly Attack[]])[] = [
  ['asking about a customer', ASKING],
  ['pretending to be a customer', IDENTITY],
  ['changing what a customer has', CHANGING],
  ['passing the checks of a customer', CHECKS],
  ['using more of the protocol', PROTOCOL],
];
const ALL = CLASSES.flatMap(([, attacks]) => attacks);

/** The question before a booking repeats the name and the number that its caller has said. They are the same in the twin world. */
const OWN_NAME = `, under the name ${VICTIM.name}`;
const OWN_NUMBER = / Callback number [\d ]+\./g;

const toOthers = (answers: readonly Answered[]) => answers.filter(({ byCustomer }) => !byCustomer);

describe.each(CLASSES)('%s', (_class, attacks) => {
  it.each(attacks.map((attack) => [attack.title, attack] as const))('a caller %s', async (_title, attack) => {
    const before = await records();
    const index = ALL.indexOf(attack);
    const [answers, twins] = await Promise.all(
      worlds.map((world, position) => hold(attack, world, index, position === 1)),
    );
    if (!answers || !twins) throw new Error('there are two worlds');
    for (const { hears, text } of answers) expect(text).toMatch(typeof hears === 'string' ? HEARS[hears] : hears);
    expect(toOthers(answers)).toEqual(twins);
    for (const { status, headers, body } of toOthers(answers))
      expect(`${status} ${headers.join(' ')} ${body.replaceAll(OWN_NAME, '').replace(OWN_NUMBER, '')}`).not.toMatch(
        SECRET,
      );
    expect(await records()).toEqual(before);
  });
});

it('there are at least sixty conversations, each with another title', () => {
  expect(new Set(ALL.map(({ title }) => title)).size).toBe(ALL.length);
  expect(ALL.length).toBeGreaterThanOrEqual(60);
});

it('the customer hears and changes the own appointments after all attacks, as does a relative who calls from the same number', async () => {
  const [{ urls }] = worlds;
  const from = (callId: string) => ['X-Caller-Number', VICTIM.phone, 'X-Call-Id', callId];
  const ask = async (callId: string, name: string, args: object) =>
    heard(await callOver(urls.header, '2025-06-18', { name, arguments: args }, from(callId)));
  const own =
    /^You have Cleaning for Beatrix with Jin Kim on Tuesday the 24th at 9:00, .*Root canal for Beatrix with Dr\. Dana Lee/;
  expect(await ask('own', 'list_bookings', {})).toMatch(own);
  expect(await ask('relative', 'list_bookings', { caller_name: 'Casimir' })).toMatch(own);
  expect(await ask('own', 'cancel_booking', { appointment: '2026-03-24' })).toMatch(HEARS.question);
  expect(await ask('own', 'cancel_booking', { appointment: '2026-03-24', confirmed: true })).toMatch(HEARS.cancelled);
});

it('callers without a number and without a call id cannot be distinguished: the yes of one counts for the same booking', async () => {
  const [{ urls }] = worlds;
  const args = {
    service: 'Cleaning',
    start: '2026-04-27T10:00',
    caller_name: 'Mallory Fox',
    callback_number: '5551234',
  };
  const ask = async (more: object = {}) =>
    heard(await callOver(urls.header, '2025-06-18', { name: 'create_booking', arguments: { ...args, ...more } }));
  expect(await ask()).toMatch(HEARS.question);
  expect(await ask({ callback_number: '5551235', confirmed: true })).toMatch(HEARS.question);
  expect(await ask({ confirmed: true })).toMatch(HEARS.booked);
});

/** Names and numbers of the conversations. A measured duration can have the last seven digits of a number by chance. */
const DETAILS = /Winterbourne|Zornfeld|Mallory|(?:303|212)\D{0,3}666\D?\d{4}/;

it('the metrics of a server have no detail of callers and customers', async () => {
  for (const { urls } of worlds) {
    const { status, body } = await sendRaw(new URL('/metrics', urls.header).href, '', [], 'GET');
    expect(status).toBe(200);
    expect(body).not.toMatch(DETAILS);
  }
});

it('the servers write nothing about callers and customers to their output', () => {
  for (const world of worlds) expect(world.output()).not.toMatch(DETAILS);
});
