import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/lib/json.ts';
import { startFriday } from './support/friday.ts';
import { booked } from './support/open-practice.ts';

/** What a plan says of bookings that did not fit before the change, through the REST API. */
const { book, move, open, practice } = startFriday();

interface Plan {
  changes: JsonObject[];
  affected_bookings: JsonObject[];
  affected_total: number;
  already_total: number;
}

async function plan(business: JsonObject, prune: readonly string[] = []): Promise<Plan> {
  const { status, body } = await practice().send('POST', '/v1/business/plan', { body: { business, prune } });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data as unknown as Plan;
}

/** The bookings of a plan, each with what the plan says of it. */
const said = ({ affected_bookings: affected }: Pick<Plan, 'affected_bookings'>) =>
  affected.map(({ booking_id: id, reason, already, deliberate }) => ({
    id,
    reason,
    ...(already === undefined ? {} : { already }),
    ...(deliberate === undefined ? {} : { deliberate }),
  }));

const DAVID_AWAY = { staff: [{ id: 'david', time_off: [{ from: '2026-11-09' }] }] };
const TWO = { staff: [{ id: 'david' }, { id: 'ana' }] };

describe('a booking that did not fit before a change', () => {
  it('a booking outside of hours on purpose is affected when its day is closed', async () => {
    await open({});
    const { id } = booked(await book('11-09 06:00', { override: ['outside_hours'] }));
    const closure = { closures: [{ from: '2026-11-09' }] };
    const planned = await plan(closure);
    expect(planned).toMatchObject({ affected_total: 1, already_total: 0 });
    expect(said(planned)).toEqual([{ id, reason: 'closed' }]);
    expect(said((await practice().change(closure)) as unknown as Plan)).toEqual(said(planned));
  });

  it('a plan that changes nothing names a booking that does not fit until it is moved', async () => {
    await open(TWO);
    const [first, second] = [booked(await book('11-09 09:00', { staff: 'david' })), await book('11-10 09:00')];
    booked(second);
    await practice().change(DAVID_AWAY);
    const again = await plan(DAVID_AWAY);
    expect(again.changes).toEqual([]);
    expect(said(again)).toEqual([{ id: first.id, reason: 'away', already: 'away' }]);
    booked(await practice().update(String(first.id), { staff_id: 'ana' }));
    expect(await plan(DAVID_AWAY)).toMatchObject({ changes: [], affected_total: 0, already_total: 0 });
  });

  it('a closed day and a longer absence name it with the others', async () => {
    await open(TWO);
    const [early, late, next] = [
      booked(await book('11-09 09:00', { staff: 'david' })).id,
      booked(await book('11-09 10:00', { staff: 'ana' })).id,
      booked(await book('11-10 09:00', { staff: 'david' })).id,
    ];
    await practice().change(DAVID_AWAY);
    const closing = await plan({ closures: [{ from: '2026-11-09' }] });
    expect(closing).toMatchObject({ affected_total: 2, already_total: 1 });
    expect(said(closing)).toEqual([
      { id: early, reason: 'closed', already: 'away' },
      { id: late, reason: 'closed' },
    ]);
    const longer = { staff: [{ id: 'david', time_off: [{ from: '2026-11-09', to: '2026-11-10' }] }] };
    expect(said(await plan(longer))).toEqual([
      { id: early, reason: 'away', already: 'away' },
      { id: next, reason: 'away' },
    ]);
  });

  it('a change that has nothing to do with it does not name it', async () => {
    await open({
      ...TWO,
      services: [
        { id: 'cut', duration: '30m', price: 10 },
        { id: 'dye', duration: '1h' },
      ],
    });
    booked(await book('11-09 09:00', { staff: 'david' }));
    booked(await book('11-14 09:00', { override: ['outside_hours'] }));
    await practice().change(DAVID_AWAY);
    for (const business of [
      { services: [{ id: 'cut', price: 12 }] },
      { services: [{ id: 'cut', price: 10 }] },
      { rules: { minimum_notice: '2h' } },
      { closures: [{ from: '2026-11-10' }] },
      { special_hours: [{ from: '2026-11-09', hours: '09:00-12:00', staff: ['ana'] }] },
      { services: [{ id: 'dye', active: false }] },
      { staff: [{ id: 'ana', time_off: [{ from: '2026-11-09' }] }] },
    ]) {
      expect(await plan(business), JSON.stringify(business)).toMatchObject({ affected_total: 0, already_total: 0 });
    }
  });

  it('a day that is opened again does not name those of the other days of its closure', async () => {
    await open({});
    booked(await book('11-09 09:00'));
    const { id } = booked(await book('11-10 06:00', { override: ['outside_hours'] }));
    await practice().change({ closures: [{ from: '2026-11-09', to: '2026-11-11' }] });
    const reopened = { closures: [{ from: '2026-11-09' }, { from: '2026-11-11' }] };
    expect(said(await plan(reopened, ['closures']))).toEqual([
      { id, reason: 'outside_hours', already: 'closed', deliberate: true },
    ]);
  });

  it('switching off its person or its service names it', async () => {
    await open(TWO);
    const { id } = booked(await book('11-09 06:00', { staff: 'david', override: ['outside_hours'] }));
    const off = { staff: [{ id: 'david', active: false }] };
    expect(said(await plan(off))).toEqual([{ id, reason: 'staff_unavailable' }]);
    expect(said(await plan({ services: [{ id: 'cut', active: false }] }))).toEqual([
      { id, reason: 'service_unavailable' },
    ]);
    await practice().change(off);
    expect(said(await plan(off))).toEqual([{ id, reason: 'staff_unavailable', already: 'staff_unavailable' }]);
  });
});

describe('an exception that was made on purpose', () => {
  it('an override counts for its rule, and for no other', async () => {
    await open({ ...TWO, closures: [{ from: '2026-11-09' }] });
    const { id } = booked(await book('11-09 09:00', { staff: 'david', override: ['closed'] }));
    const longer = { closures: [{ from: '2026-11-09', to: '2026-11-10' }] };
    expect(said(await plan(longer))).toEqual([{ id, reason: 'closed', already: 'closed', deliberate: true }]);
    expect(said(await plan(DAVID_AWAY))).toEqual([{ id, reason: 'away' }]);
  });

  it('an override of hours does not count while the person is away: it may be older', async () => {
    await open(TWO);
    const { id } = booked(await book('11-09 06:00', { staff: 'david', override: ['outside_hours'] }));
    expect(said(await plan({ special_hours: [{ from: '2026-11-09', hours: '10:00-12:00' }] }))).toEqual([
      { id, reason: 'outside_hours', already: 'outside_hours', deliberate: true },
    ]);
    const away = { id, reason: 'away' };
    const applied = (await practice().change(DAVID_AWAY)) as unknown as Plan;
    expect(applied.already_total).toBe(0);
    expect(said(applied)).toEqual([away]);
    expect(said(await plan(DAVID_AWAY))).toEqual([{ ...away, already: 'away' }]);
  });

  it('hours that are shortened too are named once an absence has ended', async () => {
    await open(TWO);
    const { id } = booked(await book('11-09 09:00', { staff: 'david' }));
    await practice().change(DAVID_AWAY);
    const shorter = { special_hours: [{ from: '2026-11-09', hours: '10:00-12:00' }] };
    expect(said((await practice().change(shorter)) as unknown as Plan)).toEqual([
      { id, reason: 'away', already: 'away' },
    ]);
    const half = { staff: [{ id: 'david', time_off: [{ from: '2026-11-09T10:00', to: '2026-11-09T12:00' }] }] };
    expect(said(await plan(half, ['time_off']))).toEqual([{ id, reason: 'outside_hours', already: 'away' }]);
  });

  it('a move to a time within the hours ends the exception', async () => {
    await open({});
    const { id } = booked(await book('11-09 06:00', { override: ['outside_hours'] }));
    booked(await move(id, '11-09 09:00'));
    expect(said(await plan({ opening_hours: 'Mon-Fri 10:00-17:00' }))).toEqual([{ id, reason: 'outside_hours' }]);
  });
});
