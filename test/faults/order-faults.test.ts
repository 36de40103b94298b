import { expect, it } from 'vitest';
import { type Change, type Observation, orderFaults } from './order-faults.ts';

const change = (value: string, from: number, until: number, outcome: Change['outcome'] = 'done'): Change => ({
  kind: 'update_booking notes',
  record: 'bk',
  field: 'notes',
  value,
  from,
  until,
  outcome,
});
const seen = (notes: string | undefined, from: number, until: number): Observation => ({
  record: 'bk',
  values: notes === undefined ? {} : { notes },
  from,
  until,
});

it.each<[string, Change[], Observation, number]>([
  ['the last change', [change('a', 1, 2), change('b', 3, 4)], seen('b', 5, 6), 0],
  ['the earlier of two sequential changes', [change('a', 1, 2), change('b', 3, 4)], seen('a', 5, 6), 1],
  ['either of two simultaneous changes', [change('a', 1, 4), change('b', 3, 5)], seen('a', 6, 7), 0],
  ['the initial value before any change', [change('a', 3, 4)], seen('x', 1, 2), 0],
  ['the initial value during a change', [change('a', 3, 6)], seen('x', 4, 5), 0],
  ['the initial value after a change', [change('a', 3, 4)], seen('x', 5, 6), 1],
  ['no value after a change', [change('a', 3, 4)], seen(undefined, 5, 6), 1],
  ['a change that was not done', [change('a', 1, 2, 'notDone')], seen('a', 3, 4), 1],
  [
    'an unanswered change',
    [change('a', 1, Number.POSITIVE_INFINITY, 'unknown'), change('b', 3, 4)],
    seen('a', 5, 6),
    0,
  ],
  ['a change before it was requested', [change('a', 5, 6)], seen('a', 1, 2), 1],
])('the check of serial orders judges an observation of %s', (_name, changes, observation, faults) => {
  expect(orderFaults(changes, [observation])).toHaveLength(faults);
});
