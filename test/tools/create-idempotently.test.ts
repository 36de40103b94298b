import { expect, it } from 'vitest';
import { ApiError } from '../../src/api/index.ts';
import { DatabaseError } from '../../src/lib/database/database-error.ts';
import type { IdempotencyStore } from '../../src/lib/idempotency/store.ts';
import type { ToolContext } from '../../src/tools/core/context.ts';
import { StateUnavailableError } from '../../src/tools/core/errors.ts';
import { createIdempotently } from '../../src/tools/idempotency/create-idempotently.ts';
import { createMemoryIdempotencyStore } from '../../src/tools/idempotency/memory-store.ts';
import { manualClock } from '../support/clock.ts';

/** Creates a record whose list never shows it. Returns the outcome in short. */
async function create(context: Pick<ToolContext, 'idempotency' | 'clock' | 'signal'>) {
  const created = { fields: { id: 'new' } };
  const request = {
    endpoint: 'createContact' as const,
    idempotencyKey: ['Ana'],
    create: async () => created,
    compare: () => ({ differing: [], absent: [] }),
    find: async () => ({ certain: true }),
    unread: () => created,
    current: async () => created,
  };
  return createIdempotently(request, { ...context, audited: {} } as ToolContext).then(
    ({ result }) => result.fields.id,
    (error: unknown) => (error instanceof ApiError ? error.details : error),
  );
}

it('a create of unknown outcome is repeated a minute after it was sent, and no second earlier', async () => {
  const clock = manualClock(0);
  const idempotency = createMemoryIdempotencyStore(clock);
  const { signal } = new AbortController();
  const options = { staleOutcome: undefined, signal };
  const answer = await idempotency.claim(JSON.stringify(['Ana']), options);
  if ('claim' in answer) await answer.claim.markIndeterminate();
  clock.advance(59_000);
  expect(await create({ idempotency, clock, signal })).toMatchObject({
    kind: 'unconfirmed',
    changed: 'unknown',
    retryAfterSeconds: 1,
    advice: expect.stringMatching(/Ask again in 1 seconds/),
  });
  clock.advance(1_000);
  expect(await create({ idempotency, clock, signal })).toBe('new');
});

const failing = (error: Error) => ({ claim: () => Promise.reject(error) }) as unknown as IdempotencyStore;

it('a create that is cancelled while it waits for its claim changes nothing', async () => {
  const context = { idempotency: failing(new Error('aborted')), clock: manualClock(0), signal: AbortSignal.abort() };
  expect(await create(context)).toMatchObject({ kind: 'cancelled', changed: 'no' });
});

it('a create is refused while the database of the claims cannot be used', async () => {
  const { signal } = new AbortController();
  const idempotency = failing(new DatabaseError('unavailable'));
  expect(await create({ idempotency, clock: manualClock(0), signal })).toBeInstanceOf(StateUnavailableError);
});
