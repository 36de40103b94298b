import { expect } from 'vitest';
import type { BookingRule } from '../../../../src/contract/index.ts';
import type { JsonObject } from '../../../../src/lib/json.ts';
import { instantOf, type LocalMinutes, minuteOf } from './local-minutes.ts';
import type { BookingAnswer, OpenPractice } from './open-practice.ts';
import type { Practice, ServiceModel } from './practice.ts';
import { type SlowBooking, type SlowQuestion, SlowRules } from './slow-rules.ts';

export interface ModelBooking extends SlowBooking {
  service: string;
  /** Of the service at the time at which it was made or moved. */
  lengths: Pick<ServiceModel, 'duration' | 'before' | 'after'>;
  overrides: string[];
}

/** The rules of a time, which a change of the person alone does not check again. */
const OF_TIME: readonly BookingRule[] = ['too_soon', 'too_far', 'limit_reached'];

/** A practice as it must be after what was done to it. Each change of a booking is compared with the slow rules. */
export class PracticeModel {
  readonly opened: OpenPractice;
  readonly local: LocalMinutes;
  practice: Practice;
  now: number;
  bookings: ModelBooking[] = [];
  /** How often what happened, to notice a test that shows nothing. */
  readonly #seen: Map<string, number>;

  constructor(opened: OpenPractice, local: LocalMinutes, practice: Practice, now: number, seen: Map<string, number>) {
    this.opened = opened;
    this.local = local;
    this.practice = practice;
    this.now = now;
    this.#seen = seen;
  }

  service(id: string): ServiceModel {
    return this.practice.services.find((one) => one.id === id) as ServiceModel;
  }

  async book(request: {
    service: string;
    start: number;
    staff?: string | undefined;
    contact: string;
    override: BookingRule[];
  }): Promise<void> {
    const { staff, contact, start, override } = request;
    const service = this.service(request.service);
    const answer = await this.opened.book({
      service: service.id,
      start: instantOf(this.local, start),
      staff,
      email: `${contact}@example.com`,
      ...(override.length > 0 ? { override } : {}),
    });
    const question = { service, staff, now: this.now, contact };
    const violated = this.#slow().violations(question, start);
    if (!this.#isPossible(question, start)) return this.#expectInvalid(answer, 'book invalid');
    if (!this.#agrees(answer, violated, override, 'book')) return;
    this.bookings.push(this.#bookingOf(answer.body.data, service, start, contact, question));
  }

  async move(
    index: number,
    to: {
      service?: string | undefined;
      start?: number | undefined;
      staff?: string | undefined;
      override: BookingRule[];
    },
  ): Promise<void> {
    const before = this.bookings[index % Math.max(1, this.bookings.length)];
    if (!before) return;
    const [serviceId, start] = [to.service ?? before.service, to.start ?? before.start];
    const answer = await this.opened.update(before.id, {
      ...(to.service === undefined ? {} : { service_id: to.service }),
      ...(to.start === undefined ? {} : { start_time: new Date(instantOf(this.local, to.start)).toISOString() }),
      ...(to.staff === undefined ? {} : { staff_id: to.staff }),
      ...(to.override.length > 0 ? { override: to.override } : {}),
    });
    const isMoved = serviceId !== before.service || start !== before.start;
    if (!isMoved && (to.staff ?? before.staff) === before.staff) {
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return this.#count('unchanged');
    }
    const { duration } = before.lengths;
    // A move keeps the length, with the buffers of the moment.
    const kept = !isMoved ? before.lengths : serviceId === before.service ? { duration } : {};
    const service = { ...this.service(serviceId), ...kept };
    const question = { service, staff: to.staff, now: this.now, contact: before.contact, excluded: before.id };
    const violated = this.#slow().violations(question, start);
    if (!isMoved) for (const rule of OF_TIME) violated.delete(rule);
    if (!this.#isPossible(question, start)) return this.#expectInvalid(answer, 'move invalid');
    if (!this.#agrees(answer, violated, to.override, isMoved ? 'move' : 'reassign')) return;
    const after = this.#bookingOf(answer.body.data, service, start, before.contact, question, !isMoved);
    this.bookings = this.bookings.map((one) => (one === before ? after : one));
  }

  async passOn(index: number, contact: string): Promise<void> {
    const before = this.bookings[index % Math.max(1, this.bookings.length)];
    if (!before) return;
    const answer = await this.opened.update(before.id, { contact: { name: contact, email: `${contact}@example.com` } });
    const { rules } = this.practice;
    const slow = new SlowRules({ ...this.practice, rules: { ...rules, perDay: undefined } }, this.local, this.bookings);
    const question = { service: this.service(before.service), now: this.now, contact, excluded: before.id };
    const isRefused = before.start > this.now && contact !== before.contact;
    const violated = new Set(
      [...slow.violations(question, before.start)].filter((rule) => isRefused && rule === 'limit_reached'),
    );
    if (!this.#agrees(answer, violated, [], 'pass on')) return;
    this.bookings = this.bookings.map((one) => (one === before ? { ...one, contact } : one));
  }

  async cancel(index: number): Promise<void> {
    const booking = this.bookings[index % Math.max(1, this.bookings.length)];
    if (!booking) return;
    expect((await this.opened.cancel(booking.id)).status).toBe(200);
    this.bookings = this.bookings.filter((one) => one !== booking);
  }

  /** What exists stays, whatever the change is. */
  async change(practice: Practice): Promise<void> {
    this.practice = practice;
    await this.opened.apply(practice);
  }

  wait(minutes: number): void {
    this.now += minutes;
    this.opened.setClock(instantOf(this.local, this.now));
  }

  /** Compares every booking as the platform has it, and asserts that no person has overlapping work. */
  async assertConsistent(): Promise<void> {
    for (const booking of this.bookings) {
      const { body } = await this.opened.send('GET', `/v1/bookings/${booking.id}`);
      expect(body.data).toMatchObject({ status: 'confirmed', staff_id: booking.staff, service_id: booking.service });
      expect(minuteOf(this.local, Date.parse(String(body.data.start_time)))).toBe(booking.start);
      const end = booking.start + booking.lengths.duration;
      expect(minuteOf(this.local, Date.parse(String(body.data.end_time)))).toBe(end);
      const overlapping = this.bookings.filter(
        (other) =>
          other !== booking &&
          other.staff === booking.staff &&
          other.busyStart < booking.busyEnd &&
          booking.busyStart < other.busyEnd,
      );
      expect(overlapping).toEqual([]);
    }
  }

  #slow(): SlowRules {
    return new SlowRules(this.practice, this.local, this.bookings);
  }

  /** False if the request itself is wrong: in the past, or of a person who does not do that. */
  #isPossible(question: SlowQuestion, start: number): boolean {
    return start > this.now && (question.staff === undefined || this.#slow().candidates(question).length > 0);
  }

  #expectInvalid(answer: BookingAnswer, event: string): void {
    expect(answer).toMatchObject({ status: 400, body: { error: 'validation_error' } });
    this.#count(event);
  }

  /** Asserts that the answer is right; true if the change was made. */
  #agrees(answer: BookingAnswer, violated: Set<BookingRule>, override: readonly BookingRule[], event: string): boolean {
    const { status, body } = answer;
    const context = `${event} ${JSON.stringify(body)} violates ${[...violated]}, overrides ${override}`;
    const overridable = [...violated].filter((rule) => rule === 'slot_unavailable' || !override.includes(rule));
    if (status === 200) {
      // On a closed day, the hours that the day would have had decide.
      expect(
        overridable.filter((rule) => !(rule === 'outside_hours' && override.includes('closed'))),
        context,
      ).toEqual([]);
      this.#count(violated.size > 0 ? `${event} overridden` : event);
      return true;
    }
    expect(status, context).toBe(400);
    const error = body.error as BookingRule;
    // Without working hours the slow rules do not look who is free.
    const isBusy = error === 'slot_unavailable' && override.includes('outside_hours') && violated.has('outside_hours');
    const isBusyOnClosedDay = error === 'slot_unavailable' && override.includes('closed') && violated.has('closed');
    if (!isBusy && !isBusyOnClosedDay) expect(overridable, context).toContain(error);
    this.#count(`${event} ${error}`);
    return false;
  }

  #bookingOf(
    data: JsonObject,
    service: ServiceModel,
    start: number,
    contact: string,
    question: SlowQuestion,
    keepsTime = false,
  ): ModelBooking {
    const staff = String(data.staff_id);
    const overrides = (data.overrides as { rule: string; by: string }[]).map(({ rule }) => rule);
    const slow = this.#slow();
    const candidates = slow.candidates(question);
    expect(candidates).toContain(staff);
    const violated = slow.violations({ ...question, staff }, start);
    if (keepsTime) for (const rule of OF_TIME) violated.delete(rule);
    // Every violation is recorded, except that a closed day has no hours to violate.
    expect(overrides).toEqual(
      expect.arrayContaining([...violated].filter((rule) => !(rule === 'outside_hours' && violated.has('closed')))),
    );
    if (!keepsTime) expect([...violated]).toEqual(expect.arrayContaining(overrides));
    return {
      id: String(data.id),
      staff,
      contact,
      start,
      busyStart: start - service.before,
      busyEnd: start + service.duration + service.after,
      service: service.id,
      lengths: { duration: service.duration, before: service.before, after: service.after },
      overrides,
    };
  }

  #count(event: string): void {
    this.#seen.set(event, (this.#seen.get(event) ?? 0) + 1);
  }
}
