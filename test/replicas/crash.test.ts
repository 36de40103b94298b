import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClientKind, connect, field, type TestClient } from '../support/clients.ts';
import { ARRANGEMENTS, type World } from './arrangements.ts';
import { bookingsOf, newWish, type Wish } from './create-requests.ts';

/** One of three replicas is killed while clients book through the proxy. */
const SLOW = { timeout: 240_000 };
/** Clients that book at the same time, and how many bookings each of them wants. */
const KINDS: readonly ClientKind[] = ['v2 2026-07-28', 'v1', 'v2 2026-07-28', 'v2 2025-11-25', 'v1', 'v2 2026-07-28'];
const EACH = 15;
/** Calls that the victim has had when it is killed. */
const KILL_AFTER = 12;
/** How long a client waits for an answer that was cut off in its middle, in milliseconds. */
const PATIENCE = 30_000;
/** Longer than a platform may still be at work on what it was asked, in milliseconds. */
const MINUTES = 2 * 60_000;

interface Outcome {
  wish: Wish;
  /** Of the booking, as the caller was told. */
  id?: string;
  /** What the caller was told instead. */
  failure?: string;
}

async function ask(client: TestClient, wish: Wish): Promise<Outcome> {
  try {
    const { data, isError, text } = await client.call('create_booking', wish, { timeout: PATIENCE });
    return isError ? { wish, failure: text } : { wish, id: field(data, 'booking', 'id') as string };
  } catch (error) {
    return { wish, failure: String(error) };
  }
}

describe.each(ARRANGEMENTS)('three replicas before %s, of which one is killed', (_name, start) => {
  let world: World;
  const clients: TestClient[] = [];
  const client = async (kind: ClientKind, url: string) => {
    const made = await connect(kind, { url: `${url}/mcp` });
    clients.push(made);
    return made;
  };
  let outcomes: Outcome[];
  const lost = () => outcomes.filter(({ id }) => id === undefined);

  beforeAll(async () => {
    world = await start();
  }, SLOW.timeout);
  afterAll(async () => {
    await Promise.all(clients.map((one) => one.close().catch(() => {})));
    await world?.close();
  }, SLOW.timeout);

  it('no write fails but those that were in flight on it', SLOW, async () => {
    const all = await Promise.all(KINDS.map((kind) => client(kind, world.balancer.url)));
    const [victim] = world.programs;
    const ended = victim?.ended;
    const since = world.balancer.forwarded.length;
    let had = 0;
    world.balancer.onForward(({ target, body }) => {
      if (target === 0 && body.includes('"create_booking"') && ++had === KILL_AFTER) victim?.child.kill('SIGKILL');
    });
    const each = all.map(async (one, number) => {
      const own: Outcome[] = [];
      for (let count = 0; count < EACH; count++) own.push(await ask(one, newWish(`load${number}`)));
      return own;
    });
    outcomes = (await Promise.all(each)).flat();
    expect(await ended).toBeNull();
    const broken = world.balancer.forwarded.slice(since).filter(({ outcome }) => outcome === 'broken');
    expect(new Set(broken.map(({ target }) => target))).toEqual(new Set([0]));
    expect(broken.length).toBeLessThanOrEqual(KINDS.length);
    for (const { output } of world.programs) expect(output.stderr).not.toContain('internal error');
    expect(lost().map(({ failure }) => failure)).toEqual(
      broken.map(() => expect.stringMatching(/502|closed the connection|timed out/)),
    );
  });

  it('whoever asks again is told what is known, and ends with one booking', SLOW, async () => {
    const one = await client('v2 2026-07-28', world.balancer.url);
    const asked = await Promise.all(lost().map(({ wish }) => ask(one, wish)));
    for (const { wish, id, failure } of asked) {
      if (id !== undefined) expect(await bookingsOf(world, wish)).toEqual([id]);
      else
        expect(failure).toMatch(/An earlier request for the same .* may still carry it out\. Ask again in \d+ seconds/);
    }
    // What is left in the hands of the dead is as old as if minutes had passed.
    await world.state(
      'update rcpt_state.idempotency_keys set requested_at = requested_at - $1, lease_until = lease_until - $1',
      MINUTES,
    );
    const again = await Promise.all(lost().map(({ wish }) => ask(one, wish)));
    for (const { wish, id, failure } of again) {
      expect(failure, wish.contact_email).toBeUndefined();
      expect(await bookingsOf(world, wish)).toEqual([id]);
    }
    for (const [index, outcome] of lost().entries()) outcome.id = again[index]?.id ?? '';
  });

  it('afterwards the database holds exactly the wishes', SLOW, async () => {
    const rows = await world.query<{ id: string; contact_email: string }>(
      "select id, contact_email from bookings where contact_email like 'load%' order by id",
    );
    const told = outcomes.map(({ id, wish }) => ({ id, contact_email: wish.contact_email }));
    expect(rows).toEqual(told.sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1)));
    expect(rows).toHaveLength(KINDS.length * EACH);
  });
});
