import { expect, it } from 'vitest';
import { atOnce, inSlices } from '../../src/lib/concurrency/slices.ts';
import { changesBetween } from '../../src/platform/business/changes.ts';
import { type BusinessDefinition, emptyDefinition } from '../../src/platform/business/definition.ts';
import { longestTurn } from './rules/support/turns.ts';

/** Half of what a business file may have, each service with as many people as it may name. */
const [SERVICES, STAFF, NAMED] = [1_000, 1_000, 500];
/** Where each name is looked for among all others, this takes twenty seconds. */
const MAX_TOTAL_MS = 2_000;
const MAX_TURN_MS = 100;

function business(name: string): BusinessDefinition {
  const ids = Array.from({ length: STAFF }, (_, index) => `person_${index}`);
  return {
    ...emptyDefinition(),
    name,
    staff: ids.map((id, index) => ({
      id,
      // Each name is that of two people.
      name: `Person ${index % (STAFF / 2)}`,
      title: '',
      opening_hours: null,
      time_off: [],
      calendar: null,
      active: true,
    })),
    services: Array.from({ length: SERVICES }, (_, index) => ({
      id: `service_${index}`,
      name: `Service ${index}`,
      description: null,
      duration: 30,
      price_cents: 1_000,
      staff: ids.slice(0, NAMED),
      active: true,
    })),
  };
}

it('the plan of a new name compares thousands of services and people in little time, and leaves the event loop to others', async () => {
  const [before, after] = [business('Before'), business('After')];
  const started = performance.now();
  const change = { kind: 'change', path: 'name', text: 'Business: name from Before to After' };
  expect(atOnce(changesBetween(before, after))).toEqual([change]);
  expect(performance.now() - started).toBeLessThan(MAX_TOTAL_MS);
  const turns: number[] = [];
  // The garbage collector may take a turn of its own.
  for (let round = 0; round < 3; round++) {
    turns.push(await longestTurn(async () => void (await inSlices(changesBetween(before, after)))));
  }
  expect(Math.min(...turns)).toBeLessThan(MAX_TURN_MS);
});

it('the plan of a service whose people change names the people, with ids where a name is that of two', () => {
  const [before, after] = [business('A'), business('A')];
  const [first] = after.services;
  if (first) first.staff = ['person_0', 'person_501'];
  before.services[0] = { ...before.services[0], staff: ['person_0'] } as BusinessDefinition['services'][number];
  const [change] = atOnce(changesBetween(before, after));
  expect(change?.text).toBe(
    'Service Service 0: staff from Person 0, person_0 to Person 0, person_0; Person 1, person_501',
  );
});
