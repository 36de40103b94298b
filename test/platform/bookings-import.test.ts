import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import { cleanEnvironment, startProgram } from '../support/program.ts';
import { counts, day, instant, NUMBERED, type Report, SALON, useSalonImports } from './support/salon-imports.ts';

/** The built program imports bookings from a file into the database of a platform that is running. */
const salon = useSalonImports();
const { run, fileOf, request, load, bookings, one, contacts } = salon;

describe('bookings import', () => {
  it('adds appointments with their customers, and nothing when it runs again', async () => {
    const rows = [
      `1,${day(8)},09:00,,Cut,Sam Ortiz,Erika Muster,0664 1234567,booked`,
      `2,${day(8)},10:00,45,cut,Cleo,Hans Muster,,`,
      `3,${day(9)},11:00,,Colour,,Erika Muster,0664 1234567,`,
    ];
    expect(await load(...rows)).toMatchObject({ applied: true, ahead: 3, customers: 2, ...counts(3), problems: [] });
    const stored = await bookings();
    const [third, second, first] = stored;
    expect(first).toMatchObject({
      service_id: 'cut',
      staff_id: 'sam',
      start_time: instant(day(8), '09:00'),
      end_time: instant(day(8), '09:30'),
      status: 'confirmed',
      contact: { name: 'Erika Muster', phone: '+436641234567', email: null },
      overrides: [],
    });
    expect(second).toMatchObject({ staff_id: 'cleo', end_time: instant(day(8), '10:45') });
    // The only one who performs it.
    expect(third).toMatchObject({ staff_id: 'cleo', contact_id: first?.contact_id });
    expect(await contacts()).toHaveLength(2);
    expect(await load(...rows)).toMatchObject(counts(0, 3));
    expect(await bookings()).toEqual(stored);
  });

  it('an appointment that was moved, cancelled or erased since does not come back', async () => {
    const rows = [
      `1,${day(8)},09:00,,Cut,Sam Ortiz,Erika Muster,0664 1234567,`,
      `2,${day(8)},10:00,,Cut,Sam Ortiz,Hans Muster,0664 1234568,`,
      `3,${day(-8)},11:00,,Cut,Sam Ortiz,Ida Muster,0664 1234569,`,
    ];
    await load(...rows);
    const [ida, hans, erika] = await bookings();
    const moved = { start_time: instant(day(9), '14:00') };
    expect(await request('PUT', `/v1/bookings/${erika?.id}`, moved)).toMatchObject({ status: 200 });
    expect(await request('POST', `/v1/bookings/${hans?.id}/cancel`, {})).toMatchObject({ status: 200 });
    expect(await run(['contacts', 'erase', String(ida?.contact_id), '--yes'])).toMatchObject({ code: 0 });
    const stored = await bookings();
    const report = await load(...rows);
    expect(report).toMatchObject(counts(0, 3));
    expect(report.differences).toEqual([
      { line: 2, text: `booking ${erika?.id} keeps its start ${day(9)} 14:00, not ${day(8)} 09:00` },
      { line: 3, text: `booking ${hans?.id} keeps its status cancelled, not confirmed` },
    ]);
    expect(await bookings()).toEqual(stored);
    expect(await contacts()).toHaveLength(3);
  });

  it('rows of one number on one day are the parts of a visit, and on another day the same appointment', async () => {
    const rows = [
      `7,${day(8)},09:00,,Cut,Sam Ortiz,Erika Muster,,cancelled`,
      `7,${day(8)},09:00,,Cut,Sam Ortiz,Erika Muster,,`,
      `7,${day(8)},09:45,,Colour,Cleo,Erika Muster,,`,
      `7,${day(8)},09:00,,Cut,Cleo,Hans Muster,,`,
      `7,${day(8)},09:45,,Colour,Cleo,Erika Muster,,`,
      `7,${day(9)},09:00,,Cut,Sam Ortiz,Erika Muster,,`,
    ];
    const report = await load(...rows);
    expect(report).toMatchObject(counts(3, 0, 2, 1));
    expect(report.repetitions).toEqual([
      { line: 6, text: 'the same appointment as line 4' },
      { line: 7, text: 'the same appointment as line 3' },
    ]);
    expect(report.differences).toMatchObject([{ line: 7, text: expect.stringContaining(`not ${day(9)} 09:00`) }]);
    const stored = await bookings();
    const cut = stored.find(({ staff_id }) => staff_id === 'sam');
    await request('PUT', `/v1/bookings/${cut?.id}`, { start_time: instant(day(9), '14:00') });
    // Also of a file in another order.
    expect(await load(...rows.slice(1).toReversed())).toMatchObject({ added: 0, invalid: 0 });
    expect(await bookings()).toHaveLength(3);
  });

  it('a row without a number is known by what it says', async () => {
    const rows = [`,${day(8)},09:00,,Cut,Sam Ortiz,Erika Muster,,`];
    expect(await load(...rows)).toMatchObject(counts(1));
    const { id } = await one();
    await request('PUT', `/v1/bookings/${id}`, { start_time: instant(day(9), '14:00') });
    expect(await load(...rows)).toMatchObject(counts(0, 1));
    expect(await bookings()).toHaveLength(1);
  });

  it('two appointments of one person at the same time are refused, of the file and of the platform', async () => {
    const contact = { name: 'Pat Phone', phone: '+436641112223' };
    const body = { service_id: 'cut', staff_id: 'sam', start_time: instant(day(8), '09:00'), contact };
    expect(await request('POST', '/v1/bookings', body)).toMatchObject({ status: 200 });
    const report = await load(
      `1,${day(8)},09:15,,Cut,Sam Ortiz,Erika Muster,,`,
      `2,${day(8)},09:15,,Cut,Cleo,Hans Muster,,`,
      `3,${day(8)},08:00,90,Cut,Cleo,Ida Muster,,`,
      `4,${day(8)},09:00,,Cut,Sam Ortiz,Pat Phone,0664 1112223,`,
    );
    expect(report).toMatchObject(counts(1, 1, 0, 0, 2));
    expect(report.problems).toEqual([
      { line: 2, text: `Sam Ortiz has another appointment then: Pat Phone, ${day(8)} 09:00` },
      { line: 4, text: `Cleo Lang has another appointment then: Hans Muster, ${day(8)} 09:15 (line 3)` },
    ]);
    expect(await bookings()).toHaveLength(2);
    // Nor are the customers of these rows added.
    expect((await contacts()).map(({ name }) => name).sort()).toEqual(['Hans Muster', 'Pat Phone']);
  });

  it('buffers give way to appointments that are agreed, whatever their order, and hold the rest of the time', async () => {
    expect(
      await load(
        `1,${day(8)},09:30,,Cut,Sam Ortiz,Erika Muster,,`,
        `2,${day(8)},09:00,,Cut,Sam Ortiz,Hans Muster,,`,
        `3,${day(8)},10:00,,Cut,Sam Ortiz,Ida Muster,,`,
      ),
    ).toMatchObject(counts(3));
    const contact = { name: 'Pat Phone', phone: '+436641112223' };
    const at = (time: string) => ({ service_id: 'cut', staff_id: 'sam', start_time: instant(day(8), time), contact });
    expect(await request('POST', '/v1/bookings', at('10:30'))).toMatchObject({ status: 400 });
    expect(await request('POST', '/v1/bookings', at('10:45'))).toMatchObject({ status: 200 });
    // The buffer of a stored booking gives way, too.
    expect(await load(`4,${day(8)},11:15,,Cut,Sam Ortiz,Zoe Muster,,`)).toMatchObject(counts(1));
    expect(await bookings()).toHaveLength(5);
  });

  it('rules of the business do not refuse an appointment ahead, and the report names it', async () => {
    const report = await load(
      `1,${day(8)},20:00,,Cut,Sam Ortiz,Erika Muster,,`,
      `2,${day(1_000)},09:00,,Cut,Sam Ortiz,Hans Muster,,`,
      `3,${day(8)},11:00,,Colour,Sam Ortiz,Erika Muster,,`,
    );
    expect(report).toMatchObject(counts(3));
    expect(report.differences).toEqual([
      { line: 2, text: `Sam Ortiz does not work for all of it, ${day(8)} 20:00` },
      { line: 4, text: 'Sam Ortiz does not perform Colour' },
    ]);
    const overrides = (await bookings()).map((booking) => booking.overrides);
    expect(overrides).toEqual([[], [], [{ rule: 'outside_hours', by: 'import of a file' }]]);
  });

  it('past appointments are history: a no-show is one, and a service that is gone does not matter', async () => {
    await salon.apply(SALON.replace(/ {2}- \{ id: colour.*\n/, ''));
    const report = await load(
      `1,${day(-400)},09:00,,Colour,Cleo,Erika Muster,,completed`,
      `2,${day(-8)},09:00,,Cut,Cleo,Erika Muster,,No-Show`,
      `3,${day(8)},09:00,,Colour,Cleo,Erika Muster,,`,
      `4,${day(8)},09:00,,Cut,Cleo,Erika Muster,,no show`,
    );
    expect(report).toMatchObject({ ahead: 0, ...counts(2, 0, 0, 0, 2) });
    expect(report.problems).toEqual([
      { line: 4, text: 'it is ahead, and the business no longer has Colour' },
      { line: 5, text: 'it is ahead, so that the customer cannot have missed it: correct the status' },
    ]);
    expect((await bookings()).map(({ status }) => status)).toEqual(['no_show', 'confirmed']);
  });

  it('a year that no appointment is in is refused as a typing error', async () => {
    const report = await load(
      `1,1926-12-01,09:00,,Cut,Sam Ortiz,Erika Muster,,`,
      `2,1970-01-01,09:00,,Cut,Sam Ortiz,Erika Muster,,`,
      `3,${day(-39 * 365)},09:00,,Cut,Sam Ortiz,Erika Muster,,`,
      `4,${day(11 * 366)},09:00,,Cut,Sam Ortiz,Erika Muster,,`,
    );
    expect(report).toMatchObject(counts(1, 0, 0, 0, 3));
    expect(report.problems).toEqual([
      { line: 2, text: 'it is more than 40 years ago: correct the date' },
      { line: 3, text: 'it is more than 40 years ago: correct the date' },
      { line: 5, text: 'it is more than 10 years ahead: correct the date' },
    ]);
  });

  it('a past service that no person performs any more needs one in the row', async () => {
    await salon.apply(SALON.replace(/ {2}- \{ id: colour.*\n/, ''));
    const report = await load(`1,${day(-400)},09:00,,Colour,,Erika Muster,,`);
    expect(report).toMatchObject(counts(0, 0, 0, 0, 1));
    expect(report.problems).toEqual([{ line: 2, text: expect.stringContaining('it names no person') }]);
  });

  it('a customer with two services at the same time has the first, and the second is reported', async () => {
    const report = await load(
      `,${day(8)},09:00,,Cut,Cleo,Erika Muster,,`,
      `,${day(8)},09:00,,Colour,Cleo,Erika Muster,,`,
    );
    expect(report).toMatchObject(counts(1, 0, 1));
    const { id } = await one();
    expect(report.differences).toEqual([{ line: 3, text: `booking ${id} keeps its service Cut, not Colour` }]);
  });

  it('a cancelled appointment is left out, and one that was imported stays, with a note', async () => {
    const row = (status: string) => `1,${day(8)},09:00,,Cut,Sam Ortiz,Erika Muster,,${status}`;
    expect(await load(row('Cancelled'))).toMatchObject(counts(0, 0, 0, 1));
    expect(await contacts()).toEqual([]);
    expect(await load(row(''))).toMatchObject(counts(1));
    const report = await load(row('storniert'));
    expect(report).toMatchObject(counts(0, 1));
    const { id, status } = await one();
    expect(status).toBe('confirmed');
    expect(report.differences).toEqual([{ line: 2, text: `booking ${id} keeps its status confirmed, not cancelled` }]);
  });

  it('a customer is found as an import of contacts finds one, and the booking has the address of the contact', async () => {
    const body = { name: 'Erika Muster', email: 'erika@example.com', phone: '+436641234567' };
    const erika = (await request('POST', '/v1/contacts', body)).body.data as JsonObject;
    const report = await load(
      `1,${day(8)},09:00,,Cut,Sam Ortiz,E. Muster,0664 1234567,`,
      `2,${day(8)},10:00,,Cut,Sam Ortiz,Bob Muster,0664 1234567,`,
    );
    expect(report).toMatchObject({ customers: 1, ...counts(2) });
    const [bob, first] = await bookings();
    expect(first).toMatchObject({
      contact_id: erika.id,
      contact: { name: 'E. Muster', email: 'erika@example.com', phone: '+436641234567' },
    });
    expect(bob?.contact_id).not.toBe(erika.id);
    expect(report.differences).toEqual([
      { line: 3, text: 'a new contact, although "Erika Muster" has the same phone: the names differ' },
    ]);
  });

  it('an import of bookings writes no events', async () => {
    await load(`1,${day(8)},09:00,,Cut,Sam Ortiz,Erika Muster,,`);
    expect((await salon.started.platform.events.since(0, 10)).events).toEqual([]);
  });

  it('an export imports again unchanged', async () => {
    await load(
      `1,${day(8)},09:00,,Cut,Sam Ortiz,Erika Muster,0664 1234567,`,
      `2,${day(-8)},09:00,,Cut,Cleo,Ida Muster,,no-show`,
      `3,${day(8)},10:00,,Cut,Cleo,Hans Muster,,`,
    );
    const find = async (name: string) =>
      (await bookings()).find(({ contact }) => (contact as JsonObject | undefined)?.name === name);
    const [moved, cancelled] = [await find('Erika Muster'), await find('Hans Muster')];
    expect(await request('POST', `/v1/bookings/${cancelled?.id}/cancel`, {})).toMatchObject({ status: 200 });
    await request('PUT', `/v1/bookings/${moved?.id}`, { start_time: instant(day(9), '14:00') });
    const stored = await bookings();
    const path = join(salon.home, 'export.csv');
    const period = ['--from', day(-30), '--to', day(30), '--status', 'all'];
    expect(await run(['bookings', 'export', path, ...period])).toMatchObject({ code: 0 });
    expect(readFileSync(path, 'utf8')).toMatch(/,\+436641234567,/);
    const again = await run(['bookings', 'import', path, '--yes', '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ ...counts(0, 3), differences: [], problems: [] });
    expect(await bookings()).toEqual(stored);
    expect(await contacts()).toHaveLength(3);
  });

  const manyRows = (count: number) =>
    Array.from({ length: count }, (_, index) => {
      const time = `${String(8 + (index % 10)).padStart(2, '0')}:00`;
      return `${index},${day(3 + Math.floor(index / 10))},${time},,Cut,Sam Ortiz,Person ${index},+4366410${100_000 + index},`;
    });

  it('continues after it was killed, without duplicates', async () => {
    const rows = manyRows(3_000);
    const count = async () => (await salon.started.platform.bookings.list({ start: 0, end: 1e14 })).bookings;
    const stored = async () => {
      let number = 0;
      for await (const _booking of await count()) number += 1;
      return number;
    };
    const program = startProgram(
      ['bookings', 'import', fileOf(...rows), '--yes', ...NUMBERED, '--database', salon.started.database],
      cleanEnvironment(salon.home),
    );
    await vi.waitFor(async () => expect(await stored()).toBeGreaterThan(0), { timeout: 25_000, interval: 5 });
    await program.stop('SIGKILL');
    const imported = await stored();
    expect(imported % 500).toBe(0);
    expect(imported).toBeLessThan(3_000);
    expect(await load(...rows)).toMatchObject(counts(3_000 - imported, imported));
    expect(await stored()).toBe(3_000);
    expect(await salon.started.platform.contacts.count()).toBe(3_000);
  }, 60_000);

  it('adds each booking once when two processes import the same file while others book', async () => {
    const rows = manyRows(1_000);
    const book = async (ahead: number) => {
      const contact = { name: `Caller ${ahead}`, phone: `+4366420${100_000 + ahead}` };
      const body = { service_id: 'cut', staff_id: 'sam', start_time: instant(day(ahead), '08:15'), contact };
      return (await request('POST', '/v1/bookings', body)).status;
    };
    const path = fileOf(...rows);
    let isImporting = true;
    const importing = Promise.all([1, 2].map(() => run(['bookings', 'import', path, '--yes', '--json', ...NUMBERED])));
    const ended = importing.finally(() => {
      isImporting = false;
    });
    const booked: number[] = [];
    for (let ahead = 102; ahead >= 3; ahead--) {
      booked.push(await book(ahead));
      // As long as the imports, so that they meet.
      if (isImporting) await delay(20);
    }
    await ended;
    const reports = (await importing).map(({ stdout }) => JSON.parse(stdout) as Report);
    const succeeded = booked.filter((status) => status === 200).length;
    expect(booked.filter((status) => status === 400)).toHaveLength(100 - succeeded);
    // A slot goes to the file or to the caller.
    expect(reports.reduce((sum, { added }) => sum + Number(added), 0)).toBe(1_000 - succeeded);
  }, 60_000);

  it('predicts without --yes what it does with it, changes nothing, and exits with 2', async () => {
    const path = fileOf(
      `1,${day(8)},09:00,,Cut,Sam Ortiz,Erika Muster,,`,
      `1,${day(8)},09:00,,Cut,Sam Ortiz,Erika Muster,,`,
      `2,${day(8)},09:15,,Cut,Sam Ortiz,Hans Muster,,`,
      `3,${day(8)},09:30,,Cut,Sam Ortiz,Hans Muster,,`,
    );
    const planned = await run(['bookings', 'import', path, '--json', ...NUMBERED]);
    expect(planned).toMatchObject({ code: 2, stderr: expect.stringContaining('Nothing was changed. To import') });
    expect(await bookings()).toEqual([]);
    expect(await contacts()).toEqual([]);
    const prediction = JSON.parse(planned.stdout);
    expect(prediction).toMatchObject({ applied: false, ...counts(2, 0, 1, 0, 1) });
    const imported = await run(['bookings', 'import', path, '--yes', '--json', ...NUMBERED]);
    expect(JSON.parse(imported.stdout)).toEqual({ ...prediction, applied: true });
  });
});
