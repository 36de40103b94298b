import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BusinessFile } from '../../../src/contract/business.ts';
import type { JsonObject } from '../../../src/lib/json.ts';
import { type Owner, salon, startOwner, THURSDAY } from '../support/owner.ts';

/** The Thursday, Friday and Saturday of a week. */
const [FRIDAY, SATURDAY] = ['2198-12-28', '2198-12-29'];
const day = (date: string) => ({ from: date, to: date });

let owner: Owner;
beforeAll(async () => {
  owner = await startOwner(salon());
});
afterAll(() => owner?.close());
beforeEach(async () => {
  const { status } = await owner.apply({ closures: [], special_hours: [] }, ['closures', 'special_hours']);
  expect(status).toBe(200);
});

describe('special hours of some people', () => {
  it('a closed day does not open for everybody because one person gets hours on it', async () => {
    await owner.apply({ closures: [{ from: THURSDAY, to: SATURDAY }] });
    const refused = await owner.call('set_special_hours', { from: THURSDAY, hours: '09:00-12:00', staff: ['lee'] });
    expect(refused.isError).toBe(true);
    expect(refused.text).toMatch(
      /a closure ends for everybody: leave out staff, or first reopen the days.*Nothing was/,
    );
    expect(await owner.free('cut', THURSDAY)).toBe('');
    await owner.agree('set_special_hours', { from: THURSDAY, hours: '09:00-12:00' });
    expect(await owner.free('cut', THURSDAY)).toBe('09:00-11:30');
    expect(await owner.free('cut', FRIDAY)).toBe('');
  });

  it('the usual hours return only for the people who are named', async () => {
    await owner.agree('set_special_hours', {
      ...{ from: THURSDAY, to: SATURDAY },
      hours: '10:00-12:00',
      staff: ['lee', 'ortiz'],
    });
    await owner.agree('set_special_hours', { from: FRIDAY, staff: ['lee'] });
    expect(await owner.free('cut', FRIDAY, 'lee')).toBe('09:00-16:30');
    expect(await owner.free('cut', FRIDAY, 'ortiz')).toBe('10:00-11:30');
    for (const date of [THURSDAY, SATURDAY])
      for (const person of ['lee', 'ortiz']) expect(await owner.free('cut', date, person)).toBe('10:00-11:30');
    const { special_hours: before } = await owner.business();
    const refused = await owner.call('set_special_hours', { from: FRIDAY, staff: ['lee'] });
    expect(refused.text).toMatch(/There are no special hours of lee on Friday 2198-12-28\. Nothing was changed\./);
    expect((await owner.business()).special_hours).toEqual(before);
  });

  it('a day without special hours is named in the refusal to return to the usual ones', async () => {
    const refused = await owner.call('set_special_hours', { from: FRIDAY });
    expect(refused.text).toBe('There are no special hours on Friday 2198-12-28. Nothing was changed.');
  });

  it('one of two people gets hours on another day, and loses only these', async () => {
    const shared = { ...day(FRIDAY), hours: '10:00-12:00', reason: null, staff: ['lee', 'ortiz'] };
    await owner.apply({ special_hours: [shared] });
    for (const date of [THURSDAY, SATURDAY]) {
      await owner.agree('set_special_hours', { from: date, hours: '13:00-15:00', staff: ['lee'] });
      expect(await owner.free('cut', date, 'lee')).toBe('13:00-14:30');
      await owner.agree('set_special_hours', { from: date, staff: ['lee'] });
      expect((await owner.business()).special_hours).toEqual([shared]);
    }
  });

  it('an extra day names the people with hours of their own, for whom it adds nothing', async () => {
    await owner.apply({ staff: [{ id: 'ortiz', opening_hours: ['Mon-Fri 09:00-17:00'] }] });
    try {
      const sunday = '2198-12-30';
      const note =
        /for people without hours of their own, not for ['"]Sam Ortiz['"]\. To add all of it for others, give staff/;
      const { asked, done } = await owner.agree('set_special_hours', { from: sunday, hours: '09:00-12:00' });
      expect(asked.text).toMatch(note);
      expect(done.data.note).toMatch(note);
      expect(await owner.free('cut', sunday, 'ortiz')).toBe('');
      // The call that the note advises.
      const advised = { from: sunday, hours: '09:00-12:00', staff: ['lee', 'ortiz'] };
      await owner.agree('set_special_hours', advised);
      for (const person of advised.staff) expect(await owner.free('cut', sunday, person)).toBe('09:00-11:30');
      const longer = await owner.call('set_special_hours', { from: FRIDAY, hours: '09:00-20:00', dry_run: true });
      expect(longer.data.note).toMatch(note);
      const shorter = await owner.call('set_special_hours', { from: FRIDAY, hours: '10:00-12:00', dry_run: true });
      expect(shorter.data).not.toHaveProperty('note');
    } finally {
      await owner.apply({ staff: [{ id: 'ortiz', opening_hours: null }] });
    }
  });

  it('an extra day names those who get only the part of it that is within hours of their own', async () => {
    const saturday = '2198-12-29';
    await owner.apply({ staff: [{ id: 'ortiz', opening_hours: ['Sat 09:00-13:00'] }] });
    try {
      const { done } = await owner.agree('set_special_hours', { from: saturday, hours: '10:00-14:00' });
      expect(done.data.note).toMatch(
        /for people without hours of their own, and for ['"]Sam Ortiz['"] only within their own hours\. To add all/,
      );
      expect(await owner.free('cut', saturday, 'ortiz')).toBe('10:00-12:30');
    } finally {
      await owner.apply({ staff: [{ id: 'ortiz', opening_hours: null }] });
    }
  });

  it('special hours of everybody are not removed for one person', async () => {
    await owner.agree('set_special_hours', { from: THURSDAY, hours: '10:00-12:00' });
    const refused = await owner.call('set_special_hours', { from: THURSDAY, staff: ['lee'] });
    expect(refused.text).toMatch(
      /those of everybody: leave out staff to remove them, or give these people other hours/,
    );
    expect(await owner.free('cut', THURSDAY)).toBe('10:00-11:30');
  });

  it('hours of one person apply on each day of a range, also where everybody has special hours', async () => {
    const lee = { hours: '13:00-15:00', staff: ['lee'] };
    await owner.agree('set_special_hours', { from: FRIDAY, hours: '10:00-12:00' });
    await owner.agree('set_special_hours', { from: THURSDAY, to: SATURDAY, ...lee });
    for (const date of [THURSDAY, FRIDAY, SATURDAY]) expect(await owner.free('cut', date, 'lee')).toBe('13:00-14:30');
    expect(await owner.free('cut', FRIDAY, 'ortiz')).toBe('10:00-11:30');
    await owner.agree('set_special_hours', { from: FRIDAY, staff: ['lee'] });
    expect(await owner.free('cut', FRIDAY, 'lee')).toBe('10:00-11:30');
    await owner.agree('set_special_hours', { from: THURSDAY, to: SATURDAY, hours: '09:00-11:00' });
    await owner.agree('set_special_hours', { from: FRIDAY, ...lee });
    expect(await owner.free('cut', FRIDAY, 'lee')).toBe('13:00-14:30');
    expect(await owner.free('cut', SATURDAY, 'lee')).toBe('09:00-10:30');
  });

  it('two people have different hours on one day, and one of them changes without the other', async () => {
    await owner.agree('set_special_hours', { from: SATURDAY, hours: '09:00-12:00', staff: ['lee'] });
    await owner.agree('set_special_hours', { from: SATURDAY, hours: '13:00-15:00', staff: ['ortiz'] });
    expect(await owner.free('cut', SATURDAY)).toBe('09:00-11:30, 13:00-14:30');
    const { asked } = await owner.agree('set_special_hours', { from: SATURDAY, hours: '10:00-12:00', staff: ['lee'] });
    expect(asked.text).toMatch(
      /Change: open 09:00-12:00 on 2198-12-29, with [^,;]+; now open 10:00-12:00 on 2198-12-29, with /,
    );
    expect(await owner.free('cut', SATURDAY)).toBe('10:00-11:30, 13:00-14:30');
  });
});

describe('a business file with special hours', () => {
  const special = async () => (await owner.business()).special_hours;
  const [market, lee, ortiz] = [
    { ...day(SATURDAY), hours: '09:00-12:00', reason: 'Market day', staff: ['lee'] },
    { ...day(THURSDAY), hours: '09:00-12:00', reason: null, staff: ['lee'] },
    { ...day(THURSDAY), hours: '13:00-15:00', reason: null, staff: ['ortiz'] },
  ];

  it('keeps the reason of an entry that it gives only other hours', async () => {
    await owner.apply({ special_hours: [market] });
    const hours = '10:00-12:00';
    await owner.apply({ special_hours: [{ from: SATURDAY, hours, staff: ['lee'] }] });
    expect(await special()).toEqual([{ ...market, hours }]);
    await owner.apply({ special_hours: [{ from: SATURDAY, hours, reason: null, staff: ['lee'] }] });
    expect(await special()).toEqual([{ ...market, hours, reason: null }]);
  });

  it('means everybody by an entry without people, and keeps the hours of certain people', async () => {
    const everybody = { ...day(THURSDAY), hours: '11:00-12:00', reason: null, staff: [] };
    for (const people of [[lee], [lee, ortiz]]) {
      await owner.apply({ special_hours: people }, ['special_hours']);
      const { body } = await owner.apply({ special_hours: [{ from: THURSDAY, hours: '11:00-12:00' }] });
      expect(body.data).toMatchObject({ changes: [{ text: 'New: open 11:00-12:00 on 2198-12-27' }] });
      expect(await special()).toEqual([...people, everybody]);
    }
  });

  it('has other hours for one day of a range, also on its first day and for one person', async () => {
    const range = { from: THURSDAY, to: SATURDAY, hours: '09:00-16:00' };
    for (const date of [THURSDAY, FRIDAY]) {
      const entries = [range, { ...day(date), hours: '10:00-12:00' }];
      await owner.apply({ special_hours: entries }, ['special_hours']);
      expect(await owner.free('cut', date)).toBe('10:00-11:30');
      expect(await owner.free('cut', SATURDAY)).toBe('09:00-15:30');
    }
    await owner.apply({ special_hours: [{ ...range, staff: ['lee'], hours: '10:00-12:00' }, range] }, [
      'special_hours',
    ]);
    expect(await owner.free('cut', FRIDAY, 'lee')).toBe('10:00-11:30');
    expect(await owner.free('cut', FRIDAY, 'ortiz')).toBe('09:00-15:30');
  });

  it('keeps the entries of other people on the same day', async () => {
    await owner.apply({ special_hours: [lee, ortiz] });
    expect(await special()).toEqual([lee, ortiz]);
    await owner.apply({ special_hours: [{ from: THURSDAY, hours: '14:00-15:00', staff: ['ortiz'] }] });
    expect(await special()).toEqual([lee, { ...ortiz, hours: '14:00-15:00' }]);
  });

  it('keeps the hours of those with whom a person had them, unless it is pruned', async () => {
    await owner.apply({ special_hours: [{ ...lee, reason: 'Market day', staff: ['lee', 'ortiz'] }] });
    const file = { special_hours: [{ ...day(THURSDAY), hours: '14:00-15:00', staff: ['lee'] }] };
    await owner.apply(file);
    const changed = { ...lee, hours: '14:00-15:00', reason: 'Market day' };
    expect(await special()).toEqual([{ ...lee, reason: 'Market day', staff: ['ortiz'] }, changed]);
    await owner.apply(file, ['special_hours']);
    expect(await special()).toEqual([changed]);
  });

  it('gives a person one entry on a day: the entry that the file names', async () => {
    await owner.apply({ special_hours: [lee, ortiz] });
    await owner.apply({ special_hours: [{ ...day(THURSDAY), hours: '11:00-12:00', staff: ['ortiz', 'lee'] }] });
    expect(await special()).toEqual([{ ...lee, hours: '11:00-12:00', staff: ['lee', 'ortiz'] }]);
    const twice = await owner.apply({ special_hours: [lee, { ...lee, staff: ['lee', 'ortiz'] }] });
    expect(twice.body.message).toContain('special_hours[1]: lee is in the list twice on 2198-12-27');
  });
});

describe('special hours of a season', () => {
  const SEASON = { from: '2199-07-12', to: '2199-08-13', hours: '08:00-12:00' };
  const planned = async (file: BusinessFile) => {
    const { body } = await owner.send('POST', '/business/plan', { business: file });
    return ((body.data as JsonObject).changes as { text: string }[]).map(({ text }) => text);
  };

  it('name the days that they open, although the business is closed on them otherwise', async () => {
    const remark = '. This also opens days on which the business is closed otherwise: 5 Saturdays, 5 Sundays';
    const text = `New: open 08:00-12:00 on 2199-07-12 to 2199-08-13${remark}`;
    expect(await planned({ special_hours: [SEASON] })).toEqual([text]);
    const dry = await owner.call('set_special_hours', { ...SEASON, dry_run: true });
    expect(dry.text).toContain(remark);
    const { asked } = await owner.agree('set_special_hours', SEASON);
    expect(asked.text).toContain(remark);
    expect(await owner.free('cut', '2199-07-13')).toBe('08:00-11:30');
  });

  it('count only days that they open: closures and other special hours keep theirs', async () => {
    await owner.apply({
      closures: [{ from: '2199-07-13', to: '2199-07-21' }],
      special_hours: [{ from: '2199-07-27', hours: '10:00-12:00' }],
    });
    const remark = '. This also opens days on which the business is closed otherwise: 2 Saturdays, 3 Sundays';
    expect(await planned({ special_hours: [SEASON] })).toEqual([
      `New: open 08:00-12:00 on 2199-07-12 to 2199-08-13${remark}`,
    ]);
  });

  it('compare the hours of certain people with the hours of these people', async () => {
    await owner.apply({ staff: [{ id: 'ortiz', opening_hours: ['Mon-Sat 09:00-17:00'] }] });
    try {
      const [both] = await planned({ special_hours: [{ ...SEASON, to: '2199-07-18', staff: ['lee', 'ortiz'] }] });
      expect(both).toMatch(/days on which Dana Lee and Sam Ortiz do not work otherwise: 1 Saturday, 1 Sunday$/);
      const [one] = await planned({ special_hours: [{ ...SEASON, to: '2199-07-18', staff: ['ortiz'] }] });
      expect(one).toMatch(/days on which Sam Ortiz does not work otherwise: 1 Sunday$/);
    } finally {
      await owner.apply({ staff: [{ id: 'ortiz', opening_hours: null }] });
    }
  });

  it('open days on purpose if they have no others, and need no remark', async () => {
    for (const days of [day('2199-07-13'), { from: '2199-07-13', to: '2199-07-14' }, day('2199-07-15')]) {
      const [text] = await planned({ special_hours: [{ ...days, hours: '08:00-12:00' }] });
      expect(text).toMatch(/^New: open 08:00-12:00 on [-\d to]+$/);
    }
  });
});

it('a closed day keeps its reason when it is closed again without one', async () => {
  await owner.agree('close_days', { from: THURSDAY, reason: 'Christmas' });
  const again = await owner.call('close_days', { from: THURSDAY });
  expect(again.data).toMatchObject({ applied: false, changes: [] });
  expect((await owner.business()).closures).toEqual([{ ...day(THURSDAY), reason: 'Christmas' }]);
  await owner.apply({ closures: [{ from: THURSDAY, reason: null }] });
  expect((await owner.business()).closures).toEqual([{ ...day(THURSDAY), reason: null }]);
});
