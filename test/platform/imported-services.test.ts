import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { counts, day, instant, NUMBERED, type Report, SALON, useSalonImports } from './support/salon-imports.ts';

/** The built program imports appointments with several services from a file. */
const salon = useSalonImports();
const { run, fileOf, request, load, bookings, one, contacts } = salon;

/** Service, person and time of each booking of a day at the business, in their order. */
async function plan(date = day(8)) {
  const time = (at: unknown) =>
    new Date(String(at)).toLocaleTimeString('sv', { timeZone: 'Europe/Vienna' }).slice(0, 5);
  const ofDay = (await bookings()).filter(({ start_time: start }) => String(start).startsWith(date));
  return ofDay
    .map(({ service_id, staff_id, start_time, end_time }) =>
      [time(start_time), time(end_time), service_id, staff_id].join(' '),
    )
    .sort();
}

describe('several services in one cell of a file', () => {
  it('services of a cell become bookings of one customer, one after the other, and nothing when the file is imported again', async () => {
    const rows = [
      `1,${day(8)},09:00,,Cut + Colour,Cleo,Erika Muster,0664 1234567,`,
      `,${day(8)},12:00,,"colour, CUT",Cleo Lang,Hans Muster,,`,
    ];
    const report = await load(...rows);
    expect(report).toMatchObject({
      applied: true,
      ahead: 2,
      customers: 2,
      ...counts(2),
      problems: [],
      differences: [],
    });
    expect(report.read_as).toMatchObject({
      services: { 'Cut + Colour': 'Cut, then Colour', 'colour, CUT': 'Colour, then Cut' },
    });
    const expected = [
      '09:00 09:30 cut cleo',
      '09:30 11:00 colour cleo',
      '12:00 13:30 colour cleo',
      '13:30 14:00 cut cleo',
    ];
    expect(await plan()).toEqual(expected);
    expect(new Set((await bookings()).map(({ contact_id }) => contact_id)).size).toBe(2);
    expect(await load(...rows)).toMatchObject({ ...counts(0, 2), differences: [] });
    expect(await plan()).toEqual(expected);
    expect(await contacts()).toHaveLength(2);
  });

  it('services of a cell are performed by one person each if the row names as many people', async () => {
    const report = await load(
      `1,${day(8)},09:00,,"Cut, Colour","Sam Ortiz, Cleo Lang",Erika Muster,,`,
      `2,${day(8)},12:00,,"Cut, Colour, Cut","Sam, Cleo",Hans Muster,,`,
      `3,${day(8)},12:00,,Cut,Sam & Cleo,Ida Muster,,`,
      `4,${day(8)},12:00,,"Cut, Colour",,Zoe Muster,,`,
      `5,${day(8)},14:00,,"Colour, Colour",,Pat Muster,,`,
      `6,${day(8)},17:00,,"Cut, Cut","Lang, Cleo",Kim Muster,,`,
    );
    expect(report).toMatchObject(counts(3, 0, 0, 0, 3));
    expect(report.problems).toEqual([
      { line: 3, text: 'it names 2 people for 3 services: name one, or one for each' },
      { line: 4, text: 'it names 2 people for 1 service: name one, or one for each' },
      { line: 5, text: expect.stringContaining('it names no person, and not just one performs each service') },
    ]);
    expect(report.missing).toEqual({ services: {}, staff: { 'Sam & Cleo': 1 } });
    expect(await plan()).toEqual([
      '09:00 09:30 cut sam',
      '09:30 11:00 colour cleo',
      '14:00 15:30 colour cleo',
      '15:30 17:00 colour cleo',
      '17:00 17:30 cut cleo',
      '17:30 18:00 cut cleo',
    ]);
  });

  it('services of a cell share the time that the row has', async () => {
    const report = await load(
      `1,${day(8)},08:00,120,"Cut, Colour",Cleo,Erika Muster,,`,
      `2,${day(8)},10:00,60,"Cut, Colour",Cleo,Hans Muster,,`,
      `3,${day(8)},12:00,1,"Cut, Colour",Cleo,Ida Muster,,`,
      `5,${day(8)},12:00,5,"Cut, Colour",Cleo,Ida Muster,,`,
      `4,${day(-8)},10:00,60,"Cut, Colour",Cleo,Hans Muster,,`,
    );
    expect(report).toMatchObject({ ahead: 3, ...counts(4, 0, 0, 0, 1) });
    expect(report.problems).toEqual([{ line: 4, text: 'it is too short for 2 services: correct the end' }]);
    expect(report.differences).toEqual([
      { line: 3, text: 'its services take 120 minutes, the row has 60 minutes: each gets its share' },
      { line: 5, text: 'its services take 120 minutes, the row has 5 minutes: each gets its share' },
    ]);
    expect(await plan()).toEqual([
      '08:00 08:30 cut cleo',
      '08:30 10:00 colour cleo',
      '10:00 10:15 cut cleo',
      '10:15 11:00 colour cleo',
      '12:00 12:01 cut cleo',
      '12:01 12:05 colour cleo',
    ]);
  });

  it('services of a cell are imported together or not at all', async () => {
    const contact = { name: 'Pat Phone', phone: '+436641112223' };
    const body = { service_id: 'cut', staff_id: 'cleo', start_time: instant(day(8), '10:00'), contact };
    expect(await request('POST', '/v1/bookings', body)).toMatchObject({ status: 200 });
    const report = await load(
      `1,${day(8)},09:00,,"Cut, Colour",Cleo,Erika Muster,,`,
      `2,${day(8)},09:00,,Cut,Cleo,Hans Muster,,`,
      `3,${day(8)},09:30,,Cut + Cut,"Cleo, Sam",Ida Muster,,`,
      `4,${day(8)},10:00,,"Cut, Colour",Cleo,Pat Phone,0664 1112223,`,
    );
    expect(report).toMatchObject({ customers: 2, ...counts(2, 1, 0, 0, 1) });
    expect(report.problems).toEqual([
      { line: 2, text: `Cleo Lang has another appointment then: Pat Phone, ${day(8)} 10:00` },
    ]);
    expect(report.differences).toEqual([
      { line: 5, text: expect.stringMatching(/^booking bk_\w+ keeps its service Cut, not Cut \+ Colour$/) },
    ]);
    expect(await plan()).toEqual([
      '09:00 09:30 cut cleo',
      '09:30 10:00 cut cleo',
      '10:00 10:30 cut cleo',
      '10:00 10:30 cut sam',
    ]);
    expect((await contacts()).map(({ name }) => name).sort()).toEqual(['Hans Muster', 'Ida Muster', 'Pat Phone']);
  });

  it('bookings of a cell stay as they are when the other program has changed the row, and the report names each difference', async () => {
    const row = (service: string, rest = '') => `1,${day(8)},09:00,,"${service}",Cleo,Erika Muster,,${rest}`;
    await load(row('Cut, Colour'));
    const [colour, cut] = await bookings();
    const stored = await bookings();
    const differences = async (text: string) => {
      const report = await load(text);
      expect(report).toMatchObject(counts(0, 1));
      expect(await bookings()).toEqual(stored);
      return report.differences.map((note) => note.text);
    };
    expect(await differences(row('Cut'))).toEqual([`booking ${colour?.id} keeps its service Colour, not none`]);
    expect(await differences(row('Cut, Colour, Cut'))).toEqual([
      `booking ${cut?.id} keeps its services Cut + Colour, not Cut + Colour + Cut`,
    ]);
    expect(await differences(row('Colour, Cut'))).toEqual([
      `booking ${cut?.id} keeps its service Cut, not Colour`,
      `booking ${colour?.id} keeps its service Colour, not Cut`,
    ]);
    const bothCancelled = [
      `booking ${cut?.id} keeps its status confirmed, not cancelled`,
      `booking ${colour?.id} keeps its status confirmed, not cancelled`,
    ];
    expect(await differences(row('Cut, Colour', 'cancelled'))).toEqual(bothCancelled);
    // Such as after a service got another name.
    expect(await differences(row('Cut, Nails', 'cancelled'))).toEqual(bothCancelled);
    await salon.apply(SALON.replace('duration: 30m', 'duration: 45m'));
    expect(await differences(row('Cut, Colour'))).toEqual([]);
  });

  it('bookings of a cell do not come back when their bookings were moved, cancelled or erased since', async () => {
    const rows = [
      `1,${day(8)},09:00,,"Cut, Colour",Cleo,Erika Muster,0664 1234567,`,
      `2,${day(-8)},09:00,,"Cut, Colour",Cleo,Hans Muster,0664 1234568,`,
    ];
    await load(...rows);
    const [, hans, colour, cut] = await bookings();
    const moved = { start_time: instant(day(9), '14:00') };
    expect(await request('PUT', `/v1/bookings/${cut?.id}`, moved)).toMatchObject({ status: 200 });
    expect(await request('POST', `/v1/bookings/${colour?.id}/cancel`, {})).toMatchObject({ status: 200 });
    expect(await run(['contacts', 'erase', String(hans?.contact_id), '--yes'])).toMatchObject({ code: 0 });
    const stored = await bookings();
    const report = await load(...rows);
    expect(report).toMatchObject(counts(0, 2));
    expect(report.differences).toEqual([
      { line: 2, text: `booking ${cut?.id} keeps its start ${day(9)} 14:00, not ${day(8)} 09:00` },
      { line: 2, text: `booking ${colour?.id} keeps its status cancelled, not confirmed` },
    ]);
    expect(await bookings()).toEqual(stored);
  });

  it('a name that joins its words differently is the name of one service', async () => {
    await salon.apply(
      `${SALON.replace('staff:\n  - { id: sam', '  - { id: both, name: Cut & Colour, duration: 2h, price: 130.00, staff: [cleo] }\nstaff:\n  - { id: sam')}`,
    );
    const report = await load(
      `1,${day(8)},09:00,,Cut and Colour,,Erika Muster,,`,
      `2,${day(8)},12:00,,cut+colour,,Hans Muster,,`,
      `3,${day(8)},14:00,,"Cut, Colour",Cleo,Ida Muster,,`,
    );
    expect(report).toMatchObject(counts(3));
    expect(await plan()).toEqual([
      '09:00 11:00 both cleo',
      '12:00 14:00 both cleo',
      '14:00 14:30 cut cleo',
      '14:30 16:00 colour cleo',
    ]);
  });

  it('a last name and a first name of others are not two people', async () => {
    const report = await load(
      `1,${day(8)},09:00,,"Cut, Colour","Ortiz, Cleo",Erika Muster,,`,
      `2,${day(8)},09:00,,"Cut, Colour","Ortiz, Anna",Hans Muster,,`,
      `3,${day(8)},09:00,,"Cut, Colour","Ortiz, Lang",Ida Muster,,`,
    );
    expect(report).toMatchObject(counts(1, 0, 0, 0, 2));
    expect(report.missing).toEqual({ services: {}, staff: { 'Ortiz, Cleo': 1, 'Ortiz, Anna': 1 } });
    expect(await plan()).toEqual(['09:00 09:30 cut sam', '09:30 11:00 colour cleo']);
  });

  it('a cell means one service where the business has one of this name', async () => {
    await salon.apply(SALON.replace('{ id: colour, name: Colour', '{ id: colour, name: "Cut, Colour"'));
    expect(await load(`1,${day(8)},09:00,,"Cut, Colour",,Erika Muster,,`)).toMatchObject(counts(1));
    expect(await one()).toMatchObject({ service_id: 'colour' });
  });

  it('a name that several services or people have is reported with their ids, and not as missing', async () => {
    await salon.apply(
      SALON.replace(
        '{ id: colour, name: Colour',
        '{ id: cut_2, name: cut, duration: 60m, staff: [cleo] }\n  - { id: colour, name: Colour',
      ).replace('name: Sam Ortiz', 'name: Cleo Ortiz'),
    );
    const report = await load(
      `1,${day(8)},09:00,,"Cut, Colour",Cleo Lang,Erika Muster,,`,
      `2,${day(8)},12:00,,Colour,Cleo,Hans Muster,,`,
    );
    expect(report).toMatchObject(counts(0, 0, 0, 0, 2));
    expect(report.problems).toEqual([
      { line: 2, text: '"Cut" can be 2 services of the business: cut "Cut" and cut_2 "cut"' },
      { line: 3, text: '"Cleo" can be 2 people of the business: cleo "Cleo Lang" and sam "Cleo Ortiz"' },
    ]);
    // The file can be read with the whole name of a person.
    expect(report.missing).toEqual({ services: {}, staff: { Cleo: 1 } });
  });

  it('names that the business lacks are missing, and the whole cell, so that either can be named by its present name', async () => {
    const rows = [
      `1,${day(8)},09:00,,"Cut, Balayage",Cleo,Erika Muster,,`,
      `2,${day(8)},12:00,,Balayage + Perm & Set + Cut,Cleo,Hans Muster,,`,
      `3,${day(8)},12:00,,"Nails, Perm",Cleo,Ida Muster,,cancelled`,
      `4,${day(8)},15:00,,"Nails, Feet",Cleo,Ida Muster,,`,
    ];
    const report = await load(...rows);
    expect(report).toMatchObject(counts(0, 0, 0, 1, 3));
    expect(report.missing).toMatchObject({
      services: {
        Balayage: 1,
        'Cut, Balayage': 1,
        'Balayage + Perm & Set': 1,
        'Balayage + Perm & Set + Cut': 1,
        'Nails, Feet': 1,
      },
    });
    expect(report.problems[0]).toEqual({ line: 2, text: 'the business has no service "Balayage"' });
    const renamed = ['--rename', 'balayage=Colour,Perm & Set=Cut'];
    const again = await run(['bookings', 'import', fileOf(...rows), '--yes', '--json', ...renamed]);
    expect(JSON.parse(again.stdout)).toMatchObject({
      ...counts(2, 0, 0, 1, 1),
      read_as: {
        services: { 'Cut, Balayage': 'Cut, then Colour', 'Balayage + Perm & Set + Cut': 'Colour, then Cut, then Cut' },
      },
    });
    expect(await plan()).toHaveLength(5);
  });

  it('a cell has at most ten services', async () => {
    const row = (count: number) => `,${day(8)},08:00,200,"${Array(count).fill('Cut').join(', ')}",Cleo,Erika Muster,,`;
    const report = await load(row(11), row(10));
    expect(report).toMatchObject(counts(1, 0, 0, 0, 1));
    expect(report.problems).toEqual([{ line: 2, text: 'it names more than 10 services: divide the row' }]);
    expect(await bookings()).toHaveLength(10);
  });

  it('services outside opening hours are reported once, and each booking names the rule', async () => {
    const report = await load(`1,${day(8)},19:00,,"Cut, Colour",Cleo,Erika Muster,,`);
    expect(report).toMatchObject(counts(1));
    expect(report.differences).toEqual([{ line: 2, text: `Cleo Lang does not work for all of it, ${day(8)} 19:00` }]);
    const overrides = (await bookings()).map((booking) => booking.overrides);
    expect(overrides).toEqual(Array(2).fill([{ rule: 'outside_hours', by: 'import of a file' }]));
  });

  it('services of a row are both imported or neither when two processes import a file while others book', async () => {
    const days = Array.from({ length: 40 }, (_, index) => day(3 + index));
    const rows = days.map((date, index) => `${index},${date},09:00,,"Cut, Colour",Cleo,Person ${index},,`);
    const path = fileOf(...rows);
    const importing = Promise.all([1, 2].map(() => run(['bookings', 'import', path, '--yes', '--json', ...NUMBERED])));
    // The time of the second service.
    const booked = [];
    for (const [index, date] of days.entries()) {
      const contact = { name: `Caller ${index}`, phone: `+4366420${100_000 + index}` };
      const body = { service_id: 'cut', staff_id: 'cleo', start_time: instant(date, '10:00'), contact };
      booked.push((await request('POST', '/v1/bookings', body)).status);
      // So that they meet the imports.
      await delay(25);
    }
    const reports = (await importing).map(({ stdout }) => JSON.parse(stdout) as Report);
    const succeeded = booked.filter((status) => status === 200).length;
    expect(booked.filter((status) => status === 400)).toHaveLength(days.length - succeeded);
    expect(reports.reduce((sum, { added }) => sum + Number(added), 0)).toBe(days.length - succeeded);
    const ofRow = ['09:00 09:30 cut cleo', '09:30 11:00 colour cleo'];
    for (const [index, date] of days.entries()) {
      expect([date, await plan(date)]).toEqual([date, booked[index] === 200 ? ['10:00 10:30 cut cleo'] : ofRow]);
    }
  }, 60_000);
});
