import { parsePhoneNumberWithError } from 'libphonenumber-js';
import { describe, expect, it } from 'vitest';
import { Booking, CallDetail, Contact, recordSchema, Service } from '../../../src/contract/index.ts';
import { demoBusiness } from '../../../src/platform/demo/index.ts';
import { BUSINESSES, DERIVED, inZone, MOMENTS, ms, strings } from './cases.ts';

const idsOf = (records: ReadonlyArray<{ id: string }>) => records.map((record) => record.id);

describe('the demo business', () => {
  it('generates the same data for the same moment', () => {
    const now = MOMENTS[3]?.[1] ?? 0;
    expect(demoBusiness(now)).toEqual(demoBusiness(now));
  });

  it('gives scripted records the same ids at every moment', () => {
    const stories = BUSINESSES.map(({ business }) => ({
      calls: business.calls.map((call) => `${call.id} ${call.contact_id} ${call.outcome}`).sort(),
      bookings: idsOf(business.bookings).filter((id) => id < 'bk_2'),
    }));
    for (const story of stories) {
      expect(story.calls).toEqual(stories[0]?.calls);
      expect(story.bookings.sort()).toEqual(stories[0]?.bookings.sort());
    }
  });
});

describe.each(BUSINESSES)('the demo business, $name', ({ now, business }) => {
  const { team, users, staff, services, contacts, bookings, calls } = business;
  const serviceById = new Map(services.map((one) => [one.id, one]));
  const contactById = new Map(contacts.map((one) => [one.id, one]));

  it('has the minimum number of records of each kind', () => {
    expect(team).toMatchObject({ time_zone: 'America/New_York', default_country: 'US' });
    expect(users.map((user) => user.role).sort()).toEqual(['admin', 'member', 'owner']);
    expect(staff).toHaveLength(4);
    expect(services.length).toBeGreaterThanOrEqual(8);
    expect(contacts.length).toBeGreaterThanOrEqual(60);
    const ahead = bookings.filter((booking) => ms(booking.start_time) > now);
    expect(bookings.length).toBeGreaterThanOrEqual(200);
    expect(ahead.length).toBeGreaterThanOrEqual(70);
    expect(bookings.length - ahead.length).toBeGreaterThanOrEqual(100);
    expect(calls.length).toBeGreaterThanOrEqual(120);
    const recent = calls.filter((call) => ms(call.started_at) > now - 15 * 86_400_000);
    expect(recent.length).toBeGreaterThan(calls.length / 2);
  });

  it('has records that match the contract', () => {
    for (const [resource, records] of [
      [Service, services],
      [Contact, contacts],
      [Booking, bookings],
      [CallDetail, calls],
    ] as const) {
      const derived = resource === Booking ? DERIVED.booking : resource === CallDetail ? DERIVED.call : {};
      const schema = recordSchema(resource);
      for (const record of records) {
        expect(schema.safeParse({ ...record, ...derived }).error, record.id).toBeUndefined();
      }
    }
  });

  it('has unique ids and valid references', () => {
    for (const records of [users, staff, services, contacts, bookings, calls]) {
      expect(new Set(idsOf(records)).size).toBe(records.length);
    }
    for (const service of services) {
      for (const id of service.staff_ids) expect(idsOf(staff)).toContain(id);
      expect(service.staff_ids.length).toBeGreaterThan(0);
    }
    expect(services.some((service) => service.staff_ids.length < staff.length)).toBe(true);
    for (const booking of bookings) {
      const contact = contactById.get(booking.contact_id);
      expect(booking.contact).toEqual({ name: contact?.name, email: contact?.email, phone: contact?.phone });
      expect(serviceById.get(booking.service_id)?.staff_ids).toContain(booking.staff_id);
    }
  });

  it('has contacts with shared, hyphenated and non-ASCII names and with missing details', () => {
    const names = contacts.map((contact) => contact.name);
    expect(new Set(names).size).toBeLessThan(names.length);
    expect(names.some((name) => name.includes('-'))).toBe(true);
    expect(names.filter((name) => /[^\p{ASCII}]/u.test(name)).length).toBeGreaterThan(10);
    expect(contacts.some((contact) => contact.email === null && contact.phone !== null)).toBe(true);
    expect(contacts.some((contact) => contact.phone === null && contact.email !== null)).toBe(true);
    for (const key of ['phone', 'email'] as const) {
      const values = contacts.map((contact) => contact[key]).filter((value) => value !== null);
      expect(new Set(values).size).toBe(values.length);
    }
    const earliest = new Map<string, number>();
    for (const booking of bookings) {
      const made = Math.min(earliest.get(booking.contact_id) ?? Infinity, ms(booking.created_at));
      earliest.set(booking.contact_id, made);
    }
    for (const contact of contacts) {
      expect(ms(contact.created_at)).toBeLessThanOrEqual((earliest.get(contact.id) ?? now) + 10_000);
    }
  });

  it('has appointments within opening hours, with the duration of the service, created before their start', () => {
    for (const booking of bookings) {
      const start = inZone(booking.start_time);
      const end = inZone(booking.end_time);
      const minutes = serviceById.get(booking.service_id)?.duration_minutes ?? 0;
      expect(ms(booking.end_time) - ms(booking.start_time)).toBe(minutes * 60_000);
      expect([start.minute % 15, start.second]).toEqual([0, 0]);
      expect(start.dayOfWeek).toBeLessThan(7);
      const [opens, closes] = start.dayOfWeek === 6 ? [9, 12] : [8, 17];
      expect(start.hour, booking.id).toBeGreaterThanOrEqual(opens);
      expect(end.hour * 60 + end.minute, booking.id).toBeLessThanOrEqual(closes * 60);
      expect(ms(booking.created_at), booking.id).toBeLessThan(Math.min(ms(booking.start_time), now));
      expect(ms(booking.updated_at)).toBeGreaterThanOrEqual(ms(booking.created_at));
      expect(ms(booking.updated_at)).toBeLessThanOrEqual(now);
      expect(booking.status).toBe(booking.cancelled_at === null ? 'confirmed' : 'cancelled');
    }
    expect(bookings.filter((booking) => booking.status === 'cancelled').length).toBeGreaterThan(10);
    expect(bookings.some((booking) => inZone(booking.start_time).dayOfWeek === 6)).toBe(true);
  });

  it('never double-books a staff member', () => {
    for (const member of staff) {
      const busy = bookings
        .filter((booking) => booking.staff_id === member.id && booking.status === 'confirmed')
        .sort((a, b) => ms(a.start_time) - ms(b.start_time));
      for (const [index, booking] of busy.entries()) {
        const next = busy[index + 1];
        if (next) expect(ms(booking.end_time), `${booking.id} ${next.id}`).toBeLessThanOrEqual(ms(next.start_time));
      }
    }
  });

  it('has one cleaning on the Thursdays of this week and the next two, the next one movable by a week', () => {
    const today = inZone(new Date(now).toISOString()).toPlainDate();
    const next = today.add({ days: ((4 - today.dayOfWeek + 6) % 7) + 1 });
    const on = (date: typeof today) =>
      bookings.filter(
        (booking) =>
          booking.service_id === 'svc_cleaning' &&
          booking.status === 'confirmed' &&
          inZone(booking.start_time).toPlainDate().equals(date),
      );
    expect(idsOf(on(next.subtract({ days: 7 })))).toEqual(['bk_0001']);
    expect(idsOf(on(next))).toEqual(['bk_0002']);
    expect(idsOf(on(next.add({ days: 7 })))).toEqual(['bk_0003']);
    const cleaning = on(next)[0];
    const later = inZone(cleaning?.start_time ?? '').add({ days: 7 }).epochMilliseconds;
    const conflicts = bookings.filter(
      (booking) =>
        booking.status === 'confirmed' &&
        booking.staff_id === cleaning?.staff_id &&
        ms(booking.start_time) < later + 45 * 60_000 &&
        ms(booking.end_time) > later,
    );
    expect(conflicts).toEqual([]);
  });

  it('uses only phone numbers and domains reserved for examples', () => {
    const all = strings(business);
    const numbers = all.flatMap((text) => text.match(/\+\d{7,15}/g) ?? []);
    expect(numbers.length).toBeGreaterThan(200);
    for (const number of new Set(numbers)) {
      expect(number).toMatch(/^\+1[2-9]\d{2}55501\d{2}$/);
      expect(parsePhoneNumberWithError(number).isPossible()).toBe(true);
    }
    const hosts = all.flatMap((text) => text.match(/(?<=@|https?:\/\/)[\w-]+(?:\.[\w-]+)*/g) ?? []);
    for (const host of new Set(hosts)) expect(host).toMatch(/(^|\.)example\.(com|org|net)$/);
    // No unfilled placeholder of a script.
    expect(all.filter((text) => /undefined|NaN|\[object|\$\{/.test(text))).toEqual([]);
  });
});
