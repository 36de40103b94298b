import { describe, expect, it } from 'vitest';
import { CallDetail, recordSchema } from '../../../src/contract/index.ts';
import {
  CALL_OUTCOMES,
  type DemoBusiness,
  SIMULATED_SCENARIOS,
  simulateCall,
} from '../../../src/platform/demo/index.ts';
import { SCENARIOS } from '../../../src/platform/demo/scenarios/index.ts';
import { BUSINESSES, DERIVED, inZone, MOMENTS, ms } from './cases.ts';

type Call = DemoBusiness['calls'][number];

/** Turns are in order, by one of the two speakers, and start before the call ends. */
function expectTranscript(call: Call): void {
  let previous = -1;
  for (const turn of call.transcript) {
    expect(turn.offset_seconds, call.id).toBeGreaterThan(previous);
    expect(['caller', 'receptionist']).toContain(turn.speaker);
    expect(turn.text, call.id).toMatch(/\S/);
    expect(turn.text, call.id).not.toMatch(/[ap]\.m\.\.(?!\.)| {2}|\ba (extraction|emergency)/);
    previous = turn.offset_seconds;
  }
  expect(previous, call.id).toBeLessThan(call.duration_seconds);
  expect(ms(call.ended_at) - ms(call.started_at)).toBe(call.duration_seconds * 1000);
}

/** True if a caller was answered later: by an outbound call of the practice or by a booking. */
function wasAnswered({ calls, bookings }: DemoBusiness, call: Call): boolean {
  const called = calls.some(
    (other) =>
      other.direction === 'outbound' &&
      other.contact_id === call.contact_id &&
      ms(other.started_at) > ms(call.ended_at) &&
      other.status !== 'missed',
  );
  const booked = bookings.some(
    (booking) => booking.contact_id === call.contact_id && ms(booking.created_at) > ms(call.started_at),
  );
  return called || booked;
}

describe.each(BUSINESSES)('the calls of the demo, $name', ({ now, business }) => {
  const { calls, bookings, contacts } = business;
  const bookingById = new Map(bookings.map((one) => [one.id, one]));
  const contactById = new Map(contacts.map((one) => [one.id, one]));

  it('have ended, are sorted, and are at most two months and a day old', () => {
    for (const call of calls) {
      expect(ms(call.ended_at), call.id).toBeLessThanOrEqual(now);
      expect(ms(call.started_at), call.id).toBeGreaterThan(now - 62 * 86_400_000);
      expectTranscript(call);
    }
    expect(calls.map((call) => call.started_at)).toEqual(calls.map((call) => call.started_at).sort());
  });

  it('come from contacts with their own number, from unknown and from withheld numbers', () => {
    for (const call of calls) {
      if (call.contact_id) expect(call.phone, call.id).toBe(contactById.get(call.contact_id)?.phone);
      else expect(contacts.every((contact) => call.phone === null || contact.phone !== call.phone)).toBe(true);
    }
    expect(calls.filter((call) => call.phone === null).length).toBeGreaterThan(5);
    expect(calls.filter((call) => call.phone !== null && call.contact_id === null).length).toBeGreaterThan(20);
    const yesterday = inZone(new Date(now).toISOString()).toPlainDate().subtract({ days: 1 });
    const lastNight = calls.filter((call) => {
      const start = inZone(call.started_at);
      return start.toPlainDate().equals(yesterday) && start.hour >= 18;
    });
    expect(lastNight.length).toBeGreaterThanOrEqual(6);
  });

  it('match the booking that they made, moved or cancelled', () => {
    for (const call of calls) {
      const changes = ['booked', 'rescheduled', 'cancelled'].includes(call.outcome);
      if (call.booking_id === null) {
        expect(changes, call.id).toBe(false);
        continue;
      }
      const booking = bookingById.get(call.booking_id);
      expect(booking?.contact_id, call.id).toBe(call.contact_id);
      const [made, changed] = [ms(booking?.created_at ?? ''), ms(booking?.updated_at ?? '')];
      const during = (time: number) => time >= ms(call.started_at) && time <= ms(call.ended_at);
      expect(during(changed), call.id).toBe(true);
      const makes = ['booked', 'emergency'].includes(call.outcome);
      expect(during(made), call.id).toBe(makes);
      expect(booking?.status, call.id).toBe(call.outcome === 'cancelled' ? 'cancelled' : 'confirmed');
      expect(ms(booking?.start_time ?? ''), call.id).toBeGreaterThan(ms(call.ended_at));
      const hour = inZone(booking?.start_time ?? '');
      expect(call.summary, call.id).toContain(`${hour.hour % 12 || 12}${hour.minute ? `:${hour.minute}` : ''} `);
    }
  });

  it('have exactly the documented outcomes', () => {
    expect(new Set(calls.map((call) => call.outcome))).toEqual(new Set(Object.keys(CALL_OUTCOMES)));
    expect(new Set(calls.map((call) => call.status))).toEqual(new Set(['completed', 'missed', 'voicemail']));
    expect(calls.filter((call) => call.direction === 'outbound').length).toBeGreaterThan(10);
    expect(new Set(calls.map((call) => call.language))).toEqual(new Set(['en', 'es', 'fr', 'de', 'zh']));
  });

  it('contain promised callbacks that were made and others that were not', () => {
    const promises = calls.filter((call) => ['callback_promised', 'refund_requested'].includes(call.outcome));
    const open = promises.filter((call) => !wasAnswered(business, call)).map((call) => call.contact_id);
    expect(open.sort()).toEqual([
      'ct_castellano',
      'ct_delgado',
      'ct_hargrove',
      'ct_iqbal',
      'ct_lindholm',
      'ct_pruitt',
      'ct_ramaswamy',
      'ct_tillman',
    ]);
    expect(promises.length - open.length).toBeGreaterThanOrEqual(6);
  });

  it('contain exactly two refund requests of last month without an answer', () => {
    const month = inZone(new Date(now).toISOString()).toPlainDate().toPlainYearMonth().subtract({ months: 1 });
    const refunds = calls.filter(
      (call) =>
        call.outcome === 'refund_requested' && inZone(call.started_at).toPlainDate().toPlainYearMonth().equals(month),
    );
    expect(refunds.length).toBeGreaterThanOrEqual(4);
    const open = refunds.filter((call) => !wasAnswered(business, call)).map((call) => call.contact_id);
    expect(open.sort()).toEqual(['ct_delgado', 'ct_hargrove']);
  });

  it('contain a long call, prompt injections and spoken numbers', () => {
    expect(Math.max(...calls.map((call) => call.transcript.length))).toBeGreaterThanOrEqual(120);
    expect(calls.filter((call) => call.outcome === 'declined').length).toBeGreaterThanOrEqual(9);
    const texts = calls.flatMap((call) => call.transcript.map((turn) => turn.text));
    expect(texts.some((text) => text.includes('four two four two, four two four two'))).toBe(true);
    expect(texts.some((text) => text.includes('five five six six, five five five six'))).toBe(true);
    expect(texts.some((text) => text.includes(' at example dot com'))).toBe(true);
    expect(bookings.filter((booking) => /cancel_booking|system>|\u202E/.test(booking.notes))).toHaveLength(3);
    expect(contacts.filter((contact) => contact.name.includes('SYSTEM'))).toHaveLength(1);
  });
});

describe('demo scenarios', () => {
  it('number at least sixty and give distinct transcripts', () => {
    expect(Object.keys(SCENARIOS).length).toBeGreaterThanOrEqual(60);
    // Two calls of one scenario must differ too, because phrases are chosen at random.
    const calls = BUSINESSES[0]?.business.calls ?? [];
    const whole = calls.map((call) => call.transcript.map((turn) => turn.text).join('\n'));
    expect(new Set(whole.filter(Boolean)).size).toBe(whole.filter((text) => text !== '').length);
  });
});

describe('simulateCall', () => {
  const now = MOMENTS[1]?.[1] ?? 0;
  const { contacts, services } = BUSINESSES[1]?.business ?? { contacts: [], services: [] };

  it.each(SIMULATED_SCENARIOS)('creates a call that ends now from the scenario %s', (scenario) => {
    for (const sequence of [0, 1, 2]) {
      const call = simulateCall({ now, sequence, scenario, contacts, services });
      expect(recordSchema(CallDetail).safeParse({ ...call, ...DERIVED.call }).error).toBeUndefined();
      expectTranscript(call);
      expect(ms(call.ended_at)).toBe(Math.floor(now / 1000) * 1000);
      expect(call.booking_id).toBeNull();
      expect(call.outcome).toBe(SCENARIOS[scenario]?.outcome);
      if (call.contact_id) expect(contacts.map((contact) => contact.id)).toContain(call.contact_id);
      expect(JSON.stringify(call)).not.toMatch(/undefined|NaN|\$\{/);
    }
  });

  it('cycles through all scenarios by sequence, also without contacts and services', () => {
    const outcomes = SIMULATED_SCENARIOS.map((_, sequence) => {
      const call = simulateCall({ now, sequence, contacts: [], services: [] });
      expect(recordSchema(CallDetail).safeParse({ ...call, ...DERIVED.call }).error).toBeUndefined();
      expect(call.contact_id).toBeNull();
      return call;
    });
    expect(outcomes.map((call) => call.outcome)).toEqual(SIMULATED_SCENARIOS.map((name) => SCENARIOS[name]?.outcome));
    expect(new Set(outcomes.map((call) => call.id)).size).toBe(outcomes.length);
  });

  it('lists the available scenarios when the scenario is unknown', () => {
    const simulateUnknown = () => simulateCall({ now, sequence: 0, scenario: 'constructor', contacts, services });
    expect(simulateUnknown).toThrow(/price_crown/);
  });
});
