import { expect, it } from 'vitest';
import { createChanges, MAX_CHANGED } from '../../src/app/mirror/changes.ts';

it('records that change faster than the index reads them replace the oldest, and each waits once', () => {
  const changes = createChanges();
  for (let number = 0; number < MAX_CHANGED + 500; number++) {
    changes.add('bookings', `bk_${number}`);
    changes.add('bookings', `bk_${number}`);
  }
  const waiting: string[] = [];
  const isDue = () => true;
  for (let next = changes.next(isDue); next; next = changes.next(isDue)) waiting.push(next.id);
  expect(waiting).toHaveLength(MAX_CHANGED);
  expect([waiting[0], waiting.at(-1)]).toEqual(['bk_500', `bk_${MAX_CHANGED + 499}`]);
});
