import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openStore } from '../../../src/platform/store/store.ts';
import { ENGINE } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/platform.ts';
import { cleanEnvironment, runProgram } from '../../support/program.ts';
import { addGenericSource, endedCall, type GenericSource } from '../../voice/support/generic-source.ts';
import { openSalon, type Salon } from './salon.ts';

export const NUMBER = '+15550100177';
export const VIOLET = { name: 'Violet Quartz', email: 'Violet@Example.org', phone: NUMBER };
/** What the platform knows of Violet, in any spelling. */
export const OF_VIOLET = /violet|quartz|5550100177|saffron|xylophone/i;
/** A report of a call with Violet. */
export const REPORT = {
  phone: NUMBER,
  turns: [{ speaker: 'caller', text: 'Violet Quartz here, I collect saffron. Please call me back.' }],
  summary: 'Has an allergy to xylophone music.',
  outcome: 'callback_promised',
};

/** A platform that runs and delivers, from whose database the built program erases customers. */
export interface ErasingSalon {
  salon: Salon;
  key: string;
  source: GenericSource;
  home: string;
  /** Adds a contact. Returns its id. */
  contact(body: object): Promise<string>;
  /** Books a cut, each time on the next day from 1 February 2199 at 10:00 UTC on. Returns its record. */
  book(body: { contact: object; notes?: string }, reference?: string): Promise<BookedCut>;
  /** Runs `contacts erase`. */
  erase(customer: string, ...args: string[]): ReturnType<typeof runProgram>;
  /** Runs `contacts erase --yes --json`. Returns what it prints. */
  erased(customer: string): Promise<Erased>;
  close(): Promise<void>;
}

export interface BookedCut {
  id: string;
  contact_id: string;
  start_time: string;
}

interface Erased {
  contact_id: string;
  erased: { bookings: number; calls: number; reports: number; events: number };
}

export async function openErasingSalon(): Promise<ErasingSalon> {
  const home = temporaryFolder();
  const salon = await openSalon();
  const key = await salon.key();
  const source = await addGenericSource(salon.platform, salon.url);
  let day = 0;
  const created = async (path: string, body: object, headers = {}) => {
    const answer = await salon.send('POST', path, { key, body, headers });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.data as unknown as BookedCut;
  };
  const erase: ErasingSalon['erase'] = (customer, ...args) =>
    runProgram(['contacts', 'erase', customer, '--database', salon.database, ...args], cleanEnvironment(home));
  return {
    salon,
    key,
    source,
    home,
    contact: async (body) => (await created('/v1/contacts', body)).id,
    book(body, reference) {
      day += 1;
      const slot = { service_id: 'sv_cut_a', start_time: new Date(Date.UTC(2199, 1, day, 10)).toISOString() };
      return created('/v1/bookings', { ...slot, ...body }, reference ? { 'x-call-reference': reference } : {});
    },
    erase,
    async erased(customer) {
      const { stdout, stderr } = await erase(customer, '--yes', '--json');
      expect(stderr).toBe('');
      return JSON.parse(stdout) as Erased;
    },
    async close() {
      await salon.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Runs `calls import` with a file of one line. Returns what it prints. */
export async function importCall({ home, salon }: ErasingSalon, line: object) {
  const path = join(home, 'history.jsonl');
  writeFileSync(path, JSON.stringify(line));
  const args = ['calls', 'import', path, '--database', salon.database, '--json'];
  const { stdout, stderr } = await runProgram(args, cleanEnvironment(home));
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

/** A customer with a cancelled booking that was made in a call, and with two calls that no contact was known for. */
export async function addViolet({ salon, key, source, book }: ErasingSalon): Promise<BookedCut> {
  await source.send(endedCall('c-1', REPORT));
  const booked = await book({ contact: VIOLET, notes: 'Saffron tea' }, 'c-2');
  await salon.cancel(booked.id);
  await source.send(endedCall('c-2', { ...REPORT, phone: null, started_at: new Date().toISOString() }));
  await source.send(endedCall('c-3', REPORT));
  const additional = { favourite: 'saffron' };
  expect((await salon.send('PUT', `/v1/contacts/${booked.contact_id}`, { key, body: additional })).status).toBe(200);
  return booked;
}

/** Tables of FTS5, which have no text. */
const WITHOUT_TEXT = /_words|^word_/;

/** All rows of the platform's tables as text. */
export async function dump(database: string): Promise<string[]> {
  const store = await openStore(database, Date.now());
  try {
    return await store.read(async (db) => {
      const rows: string[] = [];
      for (const { name } of await db.introspection.getTables()) {
        if (ENGINE === 'sqlite' && WITHOUT_TEXT.test(name)) continue;
        const content = await db
          .selectFrom(name as 'contacts')
          .selectAll()
          .execute();
        // What is computed in the background changes nothing else.
        rows.push(...content.map((row) => `${name} ${JSON.stringify({ ...row, derived_version: 0 })}`));
      }
      return rows.sort();
    });
  } finally {
    await store.close();
  }
}

/** What the platform still knows of Violet, row by row. */
export const ofViolet = async (database: string): Promise<string[]> =>
  (await dump(database)).filter((row) => OF_VIOLET.test(row));
