import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OVERRIDABLE_RULES, type OverridableRule } from '../../../src/contract/index.ts';
import { CLOCK_CHANGES, DAYS, firstDate, practice, service } from './support/arbitraries.ts';
import { instantOf, localMinutes } from './support/local-minutes.ts';
import { type OpenPractice, openPractice } from './support/open-practice.ts';
import type { Practice } from './support/practice.ts';
import { PracticeModel } from './support/practice-model.ts';
import { CUSTOMERS } from './support/stored-practice.ts';

const DAY = 24 * 60;
const START = 2 * DAY + 500;

/** Times near each other, so that bookings meet; on a grid of five minutes. */
const ahead = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 160 }).map((tens) => 3 * DAY + 400 + tens * 10) },
  { weight: 1, arbitrary: fc.integer({ min: -100, max: 1500 }).map((fives) => START + fives * 5) },
);
const which = fc.nat(20);
const serviceId = fc.constantFrom('cut', 'wash');
const contact = fc.constantFrom(...CUSTOMERS.map(({ name }) => name));
const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const staff = fc.constantFrom('ana', 'ben', 'cem');
const override = fc.oneof(
  { weight: 3, arbitrary: fc.constant<OverridableRule[]>([]) },
  { weight: 1, arbitrary: fc.subarray([...OVERRIDABLE_RULES], { minLength: 1 }) },
);

const operation = (zone: string, first: string) =>
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('book' as const),
        service: serviceId,
        start: ahead,
        staff: some(staff),
        contact,
        override,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('move' as const),
        which,
        service: some(serviceId),
        start: some(ahead),
        staff: some(staff),
        override,
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('pass on' as const), which, contact }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 200 }) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('change' as const),
        what: fc.constantFrom('closures', 'special', 'staff', 'services', 'rules', 'hours'),
        other: practice(zone, first),
        cut: service('cut'),
      }),
    },
  );

const example = fc.constantFrom(...CLOCK_CHANGES).chain(([zone, change]) => {
  const first = firstDate(change);
  return fc.record({
    zone: fc.constant(zone),
    first: fc.constant(first),
    practice: practice(zone, first),
    operations: fc.array(operation(zone, first), { minLength: 8, maxLength: 30, size: 'max' }),
  });
});

let opened: OpenPractice | undefined;
const seen = new Map<string, number>();
beforeAll(() => {
  opened = undefined;
});
afterAll(() => opened?.close());

it('books, moves, reassigns and refuses exactly as the rules of the moment say, whatever came before', async () => {
  await fc.assert(
    fc.asyncProperty(example, async ({ zone, first, practice, operations }) => {
      const local = localMinutes(zone, first, DAYS);
      opened ??= await openPractice(practice, instantOf(local, START));
      opened.setClock(instantOf(local, START));
      await opened.apply(practice);
      const model = new PracticeModel(opened, local, practice, START, seen);
      try {
        for (const operation of operations) await run(model, operation);
        await model.assertConsistent();
      } finally {
        for (const { id } of model.bookings) await opened.cancel(id);
      }
    }),
    { numRuns: 60, seed: 14 },
  );
  // What the sequences show.
  for (const event of [
    ...['book', 'book overridden', 'move', 'move overridden', 'reassign', 'pass on', 'unchanged'],
    ...['book closed', 'book outside_hours', 'book too_soon', 'book too_far', 'book limit_reached'],
    ...['book slot_unavailable', 'move outside_hours', 'move slot_unavailable', 'book invalid', 'move invalid'],
  ]) {
    expect(seen.get(event) ?? 0, `${event} among ${JSON.stringify([...seen])}`).toBeGreaterThan(0);
  }
}, 180_000);

type Operation = ReturnType<typeof operation> extends fc.Arbitrary<infer O> ? O : never;

async function run(model: PracticeModel, operation: Operation): Promise<void> {
  switch (operation.kind) {
    case 'book':
      return model.book(operation);
    case 'move':
      return model.move(operation.which, operation);
    case 'pass on':
      return model.passOn(operation.which, operation.contact);
    case 'cancel':
      return model.cancel(operation.which);
    case 'wait':
      return model.wait(operation.minutes);
    case 'change':
      return model.change(changed(model.practice, operation));
  }
}

/** One part of a practice as in another one. */
function changed(practice: Practice, { what, other, cut }: Extract<Operation, { kind: 'change' }>): Practice {
  switch (what) {
    case 'services':
      return { ...practice, services: practice.services.map((one) => (one.id === 'cut' ? cut : one)) };
    case 'rules':
      return { ...practice, rules: other.rules };
    default:
      return { ...practice, [what]: other[what] };
  }
}
