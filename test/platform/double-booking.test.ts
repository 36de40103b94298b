import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const send = (method: string, path: string, body: unknown) => world.send(method, path, { key: world.keyA, body });
const minute = fc.integer({ min: 0, max: 16 * 60 });
const service = fc.constantFrom('sv_cut_a', 'sv_color_a');
const booking = fc.nat(20);
const operation = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('book' as const), minute, service }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), minute, booking }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('change' as const), service, booking }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), booking }) },
);

let day = 0;
it('concurrent creates, moves, updates and cancellations never double-book a staff member', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(operation, { maxLength: 8 }), { maxLength: 6 }), async (rounds) => {
      day += 1;
      const at = (minutes: number) => new Date(Date.UTC(2027, 0, day, 0, minutes)).toISOString();
      const booked: JsonObject[] = [];
      const path = (index: number) => `/v1/bookings/${booked[index % booked.length]?.id}`;
      const contact = { name: 'P', phone: '+15550100188' };
      for (const round of rounds) {
        // The operations of one round run concurrently.
        const answers = round.map((one) => {
          if (one.kind === 'book') {
            return send('POST', '/v1/bookings', { service_id: one.service, start_time: at(one.minute), contact });
          }
          if (booked.length === 0) return undefined;
          if (one.kind === 'cancel') return send('POST', `${path(one.booking)}/cancel`, {});
          const body = one.kind === 'move' ? { start_time: at(one.minute) } : { service_id: one.service };
          return send('PUT', path(one.booking), body);
        });
        for (const [index, answer] of (await Promise.all(answers)).entries()) {
          expect([undefined, 200, 400]).toContain(answer?.status);
          if (answer?.status === 400) expect(['slot_unavailable', 'booking_cancelled']).toContain(answer.body.error);
          if (answer?.status === 200 && round[index]?.kind === 'book') booked.push(answer.body.data);
        }
      }
      const read = booked.map(({ id }) => world.send('GET', `/v1/bookings/${id}`, { key: world.keyA }));
      const stored = (await Promise.all(read)).map((answer) => answer.body.data);
      for (const one of stored) {
        const clash = stored.find(
          (other) =>
            other.id !== one.id &&
            other.staff_id === one.staff_id &&
            other.status === 'confirmed' &&
            one.status === 'confirmed' &&
            String(other.start_time) < String(one.end_time) &&
            String(one.start_time) < String(other.end_time),
        );
        expect(clash).toBeUndefined();
      }
    }),
    { numRuns: 40 },
  );
});
