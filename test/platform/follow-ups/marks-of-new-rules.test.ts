import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { manualClock } from '../../support/clock.ts';
import { newDatabase, type TestDatabase } from '../../support/engines.ts';
import { type StartedPlatform, startPlatform } from '../../support/platform.ts';
import { httpClient } from '../support/client.ts';
import { type SignedIn, signInAll } from '../support/dashboard.ts';
import { NOW, smallBusiness } from '../support/fixture.ts';
import { QUICK } from '../support/quick.ts';

const NO_PROMISE = 'The dentist is in on Thursday about the crown.';
const BILL = 'We will call you back tomorrow about the bill.';
const XRAY = 'And on Friday about the X-ray.';
const IMPLANT = 'And Dr. Lee will call you on Monday about the implant.';
const PARTS = 'Anna will call you tomorrow about the bill, and Beat will call you on Friday about the X-ray.';
const [ANNA, BEAT] = ['Anna will call you tomorrow about the bill', 'Beat will call you on Friday about the X-ray.'];

interface Listed {
  promises: { number: number; status: string; marked_at: string | null; readings: { sentence: string }[] }[];
}

let database: TestDatabase;
let started: StartedPlatform[];
let user: SignedIn;
beforeEach(async () => {
  database = await newDatabase();
  started = [];
});
afterEach(async () => {
  for (const one of started) await one.close();
  await database.remove();
});

/** Opens the database in a platform, whose owner signs in. */
async function open(...sentences: string[]): Promise<StartedPlatform> {
  const business = smallBusiness();
  const [call] = business.calls;
  const transcript = [{ speaker: 'receptionist', text: sentences.join(' '), offset_seconds: 3 }];
  const calls = [{ ...call, id: 'promising', outcome: 'callback_promised', transcript }] as typeof business.calls;
  const clock = manualClock(NOW);
  const options = { database: database.database, clock, deliveries: QUICK };
  const platform = await startPlatform({ ...options, business: { ...business, calls } });
  started.push(platform);
  const users = await signInAll({ ...platform, send: httpClient(platform.url) }, ['owner.a']);
  user = users['owner.a'] as SignedIn;
  return platform;
}

type Found = number | [sentence: number, language: string];

/** Stores what other rules found in the call: these sentences. Of an unknown language, rules do not tell what it names. */
const findOnly = (...sentences: Found[]) => {
  const found = sentences.map((one) => (typeof one === 'number' ? [one, 'en'] : one));
  const candidates = JSON.stringify(found.map(([sentence, language]) => [0, sentence, language, 'business']));
  return database.direct(
    `update promises set candidates_json = '${candidates}', may_be_several = 1 where call_id = 'promising' and kind = 'callback'`,
  );
};

/** Lets the rules of this version compute all calls again. */
const computeAgain = () => database.direct("update calls set derived_version = 1 where id = 'promising'");

type Status = 'open' | 'done' | null;

const send = (body: { number: number; status: Status; sentence?: string | null }, call = 'promising') =>
  user.send('POST', `/dashboard/teams/team_a/calls/${call}/promise-marks`, { kind: 'callback', ...body });

const mark = async (number: number, status: Status, sentence?: string | null) => {
  const answer = await send({ number, status, ...(sentence === undefined ? {} : { sentence }) });
  expect(answer.status).toBe(200);
  return answer.body.data as unknown as { number: number };
};

/** Expects that a promise is not marked, because it is not the one of which the page shows the sentence. */
const expectConflict = async (number: number, sentence: string | null) => {
  const answer = await send({ number, status: 'done', sentence });
  expect(answer).toMatchObject({ status: 412, body: { error: 'precondition_failed' } });
  expect(answer.body.message).toContain('Nothing was changed.');
};

/** What the API lists: the number, the sentence and the status of each promise. */
async function listed({ url, key }: StartedPlatform): Promise<string[]> {
  const { body } = await httpClient(url)('GET', '/v1/follow-ups?', { key: await key() });
  const { calls } = body.data as unknown as { calls: Listed[] };
  return calls.flatMap(({ promises }) =>
    promises.map(({ number, status, marked_at: at, readings }) => {
      return `${number} ${readings.at(-1)?.sentence ?? 'outcome'} ${status}${at ? ' marked' : ''}`;
    }),
  );
}

/** Takes the words of marks away, with their migration: what the version before `013-words-of-marks` has stored. */
const storeAsBefore = () =>
  database.direct(
    'drop index promise_marks_underived',
    'alter table promise_marks drop column words_json',
    "delete from schema_migrations where name = '013-words-of-marks'",
  );

/** Marks as that version does. */
const setByNumber = (number: number, status: 'open' | 'done') => {
  const values = `('promising', 'callback', ${number}, '${status}', 1772359200000)`;
  return database.direct(`insert into promise_marks (call_id, kind, number, status, marked_at) values ${values}`);
};

describe('marks of promises', () => {
  it('a mark stays on its promise when new rules find another one before it', async () => {
    const platform = await open(BILL, XRAY, IMPLANT);
    await findOnly(0, 2);
    await mark(2, 'done');
    expect(await listed(platform)).toEqual([`1 ${BILL} open`, `2 ${IMPLANT} done marked`]);
    await computeAgain();
    const again = await open();
    const expected = [`1 ${BILL} open`, `2 ${XRAY} open`, `3 ${IMPLANT} done marked`];
    await expect.poll(() => listed(again), { timeout: 10_000 }).toEqual(expected);
    // The process that marked it reads the same.
    expect(await listed(platform)).toEqual(expected);
  });

  it('a mark stays on its promise when new rules do not find the one before it', async () => {
    await open(NO_PROMISE, BILL, IMPLANT);
    await findOnly(0, 1, 2);
    await mark(2, 'done');
    await computeAgain();
    const again = await open();
    await expect.poll(() => listed(again), { timeout: 10_000 }).toEqual([`1 ${BILL} done marked`, `2 ${IMPLANT} open`]);
  });

  it('the mark of a promise that new rules do not find marks no other, and counts again when it is found again', async () => {
    const platform = await open(NO_PROMISE, BILL, IMPLANT);
    await findOnly(0, 1, 2);
    await mark(1, 'done');
    const marked = [`1 ${NO_PROMISE} done marked`, `2 ${BILL} open`, `3 ${IMPLANT} open`];
    expect(await listed(platform)).toEqual(marked);
    await findOnly(1, 2);
    expect(await listed(platform)).toEqual([`1 ${BILL} open`, `2 ${IMPLANT} open`]);
    // Its number is taken.
    await mark(1, 'open');
    expect(await listed(platform)).toEqual([`1 ${BILL} open marked`, `2 ${IMPLANT} open`]);
    await findOnly(0, 1, 2);
    expect(await listed(platform)).toEqual([
      `1 ${NO_PROMISE} done marked`,
      `2 ${BILL} open marked`,
      `3 ${IMPLANT} open`,
    ]);
    await mark(1, null);
    await mark(2, null);
    await mark(3, 'done');
    expect(await listed(platform)).toEqual([`1 ${NO_PROMISE} open`, `2 ${BILL} open`, `3 ${IMPLANT} done marked`]);
  });

  it('a promise that several sentences repeat keeps its mark when new rules find only one of them', async () => {
    const platform = await open('Anna will call you about the bill.', 'Anna will call you tomorrow about the bill.');
    await mark(1, 'done');
    for (const [index, sentence] of ['about', 'tomorrow about'].entries()) {
      await findOnly(index);
      expect(await listed(platform)).toEqual([`1 Anna will call you ${sentence} the bill. done marked`]);
    }
  });

  it('two marked promises that new rules take for one are open if one of them was marked as open, and have one mark', async () => {
    const platform = await open(BILL, IMPLANT);
    await mark(1, 'done');
    await mark(2, 'open');
    await findOnly(0, [1, 'xx']);
    expect(await listed(platform)).toEqual([`1 ${BILL} open marked`]);
    await mark(1, 'done');
    expect(await listed(platform)).toEqual([`1 ${BILL} done marked`]);
    await mark(1, null);
    expect(await listed(platform)).toEqual([`1 ${BILL} open`]);
    await findOnly(0, 1);
    expect(await listed(platform)).toEqual([`1 ${BILL} open`, `2 ${IMPLANT} open`]);
  });

  it('the mark of a part of a sentence does not mark the whole sentence when new rules take it for one promise', async () => {
    const platform = await open(PARTS);
    await mark(2, 'done');
    const apart = [`1 ${ANNA} open`, `2 ${BEAT} done marked`];
    expect(await listed(platform)).toEqual(apart);
    await findOnly([0, 'xx']);
    expect(await listed(platform)).toEqual([`1 ${PARTS} open`]);
    await findOnly(0);
    expect(await listed(platform)).toEqual(apart);
  });

  it('a mark of the promise that only the outcome tells of stays when new rules find its sentence, and the reverse', async () => {
    const platform = await open(BILL);
    await findOnly();
    await mark(1, 'done');
    expect(await listed(platform)).toEqual(['1 outcome done marked']);
    await findOnly(0);
    expect(await listed(platform)).toEqual([`1 ${BILL} done marked`]);
    await mark(1, 'open');
    await findOnly();
    expect(await listed(platform)).toEqual(['1 outcome open marked']);
  });

  it('a mark that a version before stored by number stays on its promise when the call is computed again', async () => {
    const before = await open(BILL, XRAY, IMPLANT);
    await findOnly(0, 2);
    await mark(2, 'done');
    started.pop();
    await before.close();
    await storeAsBefore();
    // Its promise was not found any more.
    await setByNumber(3, 'open');
    await computeAgain();
    const upgraded = await open();
    const expected = [`1 ${BILL} open`, `2 ${XRAY} open`, `3 ${IMPLANT} done marked`];
    await expect.poll(() => listed(upgraded), { timeout: 10_000 }).toEqual(expected);
    await mark(3, null);
    expect(await listed(upgraded)).toEqual([`1 ${BILL} open`, `2 ${XRAY} open`, `3 ${IMPLANT} open`]);
  });

  it('a mark that a version before sets by number while this one runs counts at once, and stays on its promise', async () => {
    const platform = await open(BILL, XRAY, IMPLANT);
    await findOnly(0, 2);
    await setByNumber(1, 'done');
    await setByNumber(2, 'done');
    expect(await listed(platform)).toEqual([`1 ${BILL} done marked`, `2 ${IMPLANT} done marked`]);
    await mark(1, null);
    await computeAgain();
    const again = await open();
    const expected = [`1 ${BILL} open`, `2 ${XRAY} open`, `3 ${IMPLANT} done marked`];
    await expect.poll(() => listed(again), { timeout: 10_000 }).toEqual(expected);
    await mark(3, null);
    expect(await listed(platform)).toEqual([`1 ${BILL} open`, `2 ${XRAY} open`, `3 ${IMPLANT} open`]);
  });

  it('a page that was open while new rules found another promise marks the promise that it shows, by its sentence', async () => {
    const platform = await open(BILL, XRAY, IMPLANT);
    await findOnly(0, 2);
    expect(await listed(platform)).toEqual([`1 ${BILL} open`, `2 ${IMPLANT} open`]);
    await computeAgain();
    const again = await open();
    await expect.poll(() => listed(again), { timeout: 10_000 }).toContain(`3 ${IMPLANT} open`);
    expect(await mark(2, 'done', IMPLANT)).toMatchObject({ number: 3 });
    expect(await listed(again)).toEqual([`1 ${BILL} open`, `2 ${XRAY} open`, `3 ${IMPLANT} done marked`]);
    expect(await mark(2, null, IMPLANT)).toMatchObject({ number: 3 });
    expect(await listed(again)).toEqual([`1 ${BILL} open`, `2 ${XRAY} open`, `3 ${IMPLANT} open`]);
  });

  it('a page that shows a promise which new rules do not find marks no other promise', async () => {
    const platform = await open(NO_PROMISE, BILL, IMPLANT);
    await findOnly(1, 2);
    await expectConflict(1, NO_PROMISE);
    await expectConflict(1, PARTS);
    // No words of the promise before the ellipsis.
    await expectConflict(1, '…');
    // Several promises are there, and the page shows the one that the outcome tells of.
    await expectConflict(1, null);
    expect((await send({ number: 1, status: 'done', sentence: BILL }, 'none')).status).toBe(412);
    expect(await listed(platform)).toEqual([`1 ${BILL} open`, `2 ${IMPLANT} open`]);
  });

  it('a page that shows the beginning of a sentence, or other spaces, marks the promise that begins with it', async () => {
    const platform = await open(BILL, IMPLANT);
    await mark(1, 'done', 'And Dr. Lee will call you on Mond…');
    expect(await listed(platform)).toEqual([`1 ${BILL} open`, `2 ${IMPLANT} done marked`]);
    await mark(2, 'done', '  we will call you back   tomorrow about the bill');
    expect(await listed(platform)).toEqual([`1 ${BILL} done marked`, `2 ${IMPLANT} done marked`]);
    await expectConflict(1, 'We will call you back');
  });

  it('a page that shows a promise without a sentence marks the only promise of the call', async () => {
    const platform = await open(BILL);
    await findOnly();
    await mark(1, 'done', null);
    expect(await listed(platform)).toEqual(['1 outcome done marked']);
    await expectConflict(1, BILL);
    await findOnly(0);
    await mark(1, 'open', null);
    expect(await listed(platform)).toEqual([`1 ${BILL} open marked`]);
  });
});
