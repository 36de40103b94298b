import { describe, expect, it, onTestFinished } from 'vitest';
import { type ClientKind, connect, type TestClient } from '../support/clients.ts';
import { ARRANGEMENTS } from './arrangements.ts';
import { book, type CreateRequest, newCreateRequest } from './create-requests.ts';

/** Rolling upgrade: each replica is stopped with SIGTERM and replaced while clients create bookings. */
const SLOW = { timeout: 240_000 };
const KINDS: readonly ClientKind[] = ['v2 2026-07-28', 'v1', 'v2 2025-11-25', 'v2 2026-07-28'];

describe('a rolling upgrade of three replicas', () => {
  // Each attempt needs replicas of its own: an earlier one may have ended any of them.
  it.each(ARRANGEMENTS)(
    'fails no call and leaves exactly the requested bookings, with %s',
    SLOW,
    async (_name, start) => {
      const world = await start();
      const clients: TestClient[] = [];
      onTestFinished(async () => {
        await Promise.all(clients.map((one) => one.close()));
        await world.close();
      });
      for (const kind of KINDS) clients.push(await connect(kind, { url: `${world.balancer.url}/mcp` }));
      const created: { id: string; request: CreateRequest }[] = [];
      let stopped = false;
      const load = clients.map(async (one, number) => {
        while (!stopped) {
          const request = newCreateRequest(`roll${number}`);
          created.push({ id: await book(one, request), request });
        }
      });
      const waitForBookings = async (count: number) => {
        const target = created.length + count;
        await Promise.race([expect.poll(() => created.length >= target, { timeout: 60_000 }).toBe(true), ...load]);
      };
      const replace = async () => {
        for (const [index, program] of world.programs.slice(0, 3).entries()) {
          await waitForBookings(10);
          expect(await program.stop('SIGTERM')).toBe(0);
          // Another test's server may get the port that is free now.
          world.balancer.remove(index);
          await waitForBookings(10);
          world.balancer.replace(index, await world.startAnother());
        }
        await waitForBookings(10);
      };
      await replace().finally(() => {
        stopped = true;
      });
      await Promise.all(load);
      expect(world.balancer.forwarded.filter(({ outcome }) => outcome === 'broken')).toEqual([]);
      const rows = await world.query<{ contact_email: string; id: string }>(
        "select contact_email, id from bookings where contact_email like 'roll%'",
      );
      const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
      const expected = created.map(({ id, request }) => ({ contact_email: request.contact_email, id }));
      expect(rows.sort(byId)).toEqual(expected.sort(byId));
    },
  );
});
