import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClientKind, connect, type TestClient } from '../support/clients.ts';
import { ARRANGEMENTS, type World } from './arrangements.ts';
import { book, newWish, type Wish } from './create-requests.ts';

/** Each replica in turn is ended as an orchestrator does it, and another takes its place, while clients book. */
const SLOW = { timeout: 240_000 };
const KINDS: readonly ClientKind[] = ['v2 2026-07-28', 'v1', 'v2 2025-11-25', 'v2 2026-07-28'];

describe.each(ARRANGEMENTS)('three replicas before %s, replaced one after the other', (_name, start) => {
  let world: World;
  const clients: TestClient[] = [];

  beforeAll(async () => {
    world = await start();
  }, SLOW.timeout);
  afterAll(async () => {
    await Promise.all(clients.map((one) => one.close()));
    await world?.close();
  }, SLOW.timeout);

  it('no call fails, and the database holds exactly the wishes', SLOW, async () => {
    for (const kind of KINDS) clients.push(await connect(kind, { url: `${world.balancer.url}/mcp` }));
    const told: { id: string; wish: Wish }[] = [];
    let over = false;
    const load = clients.map(async (one, number) => {
      while (!over) {
        const wish = newWish(`roll${number}`);
        told.push({ id: await book(one, wish), wish });
      }
    });
    const more = async (count: number) => {
      const enough = told.length + count;
      await Promise.race([expect.poll(() => told.length >= enough, { timeout: 60_000 }).toBe(true), ...load]);
    };
    const replace = async () => {
      for (const [index, program] of world.programs.slice(0, 3).entries()) {
        await more(10);
        expect(await program.stop('SIGTERM')).toBe(0);
        await more(10);
        world.balancer.replace(index, await world.startAnother());
      }
      await more(10);
    };
    await replace().finally(() => {
      over = true;
    });
    await Promise.all(load);
    expect(world.balancer.forwarded.filter(({ outcome }) => outcome === 'broken')).toEqual([]);
    const rows = await world.query<{ contact_email: string; id: string }>(
      "select contact_email, id from bookings where contact_email like 'roll%'",
    );
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    const wishes = told.map(({ id, wish }) => ({ contact_email: wish.contact_email, id }));
    expect(rows.sort(byId)).toEqual(wishes.sort(byId));
  });
});
