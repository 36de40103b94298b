import { expect, it } from 'vitest';
import { newDatabase } from '../support/engines.ts';
import { checkHistory } from './history/check.ts';
import type { Entry, History, LoggedEvent } from './history/history.ts';
import { makeHistory } from './history/run.ts';

let history: History;
const faultsOf = (changed: Partial<History>) => checkHistory({ ...history, ...changed }).join('\n');

// `npm run test:history` does the same with 50,000 requests.
it('a serial order explains all answers of three processes that book, move, cancel and close, and of which one is killed', {
  timeout: 240_000,
}, async () => {
  const { database, remove } = await newDatabase();
  try {
    history = await makeHistory({ database, operations: 600, processes: 3, seed: 20_261_121, kills: true });
    expect(checkHistory(history)).toEqual([]);
    // The test is meaningful only if requests were accepted and refused for each reason.
    const answers = history.entries.flatMap((entry) => ('answered' in entry ? [entry] : []));
    const errors = new Set(answers.map(({ error }) => error));
    for (const error of ['slot_unavailable', 'limit_reached', 'closed', undefined]) expect(errors).toContain(error);
    expect(history.events.length).toBeGreaterThan(120);
  } finally {
    await remove();
  }
});

it('the search for a serial order finds a missing event, a double booking and a refusal without reason', () => {
  const { events, entries } = history;
  expect(faultsOf({ events: events.toSpliced(10, 1) })).toContain('event 11 has the number 12');
  const one = events.findLast(({ type }) => type !== 'booking.cancelled') as LoggedEvent;
  const twin = { ...one, sequence: events.length + 1, type: 'booking.created', booking: 'twin', notes: 'twin' };
  const sent: Entry = { sent: { id: 'twin', kind: 'book', sent: 0 } };
  expect(faultsOf({ events: [...events, twin], entries: [...entries, sent] })).toContain(`books ${one.person} twice`);
  const free = { id: 'free', kind: 'book', sent: 0, service: 'short', start: one.start + 365 * 86_400_000 } as const;
  const refusal: Entry = { answered: 'free', at: 1, status: 400, error: 'slot_unavailable' };
  expect(faultsOf({ entries: [...entries, { sent: free }, refusal] })).toContain(
    'free was refused with slot_unavailable',
  );
});
