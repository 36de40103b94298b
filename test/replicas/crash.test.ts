import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClientKind, connect, field, type TestClient } from '../support/clients.ts';
import { ARRANGEMENTS, type World } from './arrangements.ts';
import { bookingsOf, type CreateRequest, newCreateRequest } from './create-requests.ts';

/** One of three replicas is killed while clients create bookings through the proxy. */
const SLOW = { timeout: 240_000 };
/** Concurrent clients. */
const KINDS: readonly ClientKind[] = ['v2 2026-07-28', 'v1', 'v2 2026-07-28', 'v2 2025-11-25', 'v1', 'v2 2026-07-28'];
/** Bookings per client. */
const BOOKINGS_PER_CLIENT = 15;
/** Number of calls to the victim before it is killed. */
const KILL_AFTER = 12;
/** How long a client waits for a truncated response, in milliseconds. */
const CALL_TIMEOUT_MS = 12_000;
/** The same for a repeated request, which waits until the lease of the killed replica has expired. */
const REPEATED_TIMEOUT_MS = 40_000;
/** Longer than a platform may still process a request, in milliseconds. */
const PROCESSING_MS = 2 * 60_000;

interface Outcome {
  request: CreateRequest;
  /** Id of the booking, as reported to the caller. */
  id?: string;
  /** The error that the caller received instead. */
  failure?: string;
}

async function create(client: TestClient, request: CreateRequest, timeout = CALL_TIMEOUT_MS): Promise<Outcome> {
  try {
    const { data, isError, text } = await client.call('create_booking', request, { timeout });
    return isError ? { request, failure: text } : { request, id: field(data, 'booking', 'id') as string };
  } catch (error) {
    return { request, failure: String(error) };
  }
}

describe.each(ARRANGEMENTS)('three replicas with %s, one of them killed under load', (_name, start) => {
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

  it('lose only the writes that were in flight on the killed replica', SLOW, async () => {
    const all = await Promise.all(KINDS.map((kind) => client(kind, world.balancer.url)));
    const [victim] = world.programs;
    const ended = victim?.ended;
    const since = world.balancer.forwarded.length;
    let calls = 0;
    world.balancer.onForward(({ target, body }) => {
      if (target === 0 && body.includes('"create_booking"') && ++calls === KILL_AFTER) victim?.child.kill('SIGKILL');
    });
    const each = all.map(async (one, number) => {
      const own: Outcome[] = [];
      for (let count = 0; count < BOOKINGS_PER_CLIENT; count++)
        own.push(await create(one, newCreateRequest(`load${number}`)));
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

  it('complete each lost write as one booking when it is repeated', SLOW, async () => {
    const one = await client('v2 2026-07-28', world.balancer.url);
    const repeated = await Promise.all(lost().map(({ request }) => create(one, request, REPEATED_TIMEOUT_MS)));
    for (const { request, id, failure } of repeated) {
      if (id !== undefined) expect(await bookingsOf(world, request)).toEqual([id]);
      else
        expect(failure).toMatch(/An earlier request for the same .* may still carry it out\. Ask again in \d+ seconds/);
    }
    // Ages the claims of the killed replica, as if minutes had passed.
    await world.state(
      'update rcpt_state.idempotency_keys set requested_at = requested_at - $1, lease_until = lease_until - $1',
      PROCESSING_MS,
    );
    const again = await Promise.all(lost().map(({ request }) => create(one, request)));
    for (const { request, id, failure } of again) {
      expect(failure, request.contact_email).toBeUndefined();
      expect(await bookingsOf(world, request)).toEqual([id]);
    }
    for (const [index, outcome] of lost().entries()) outcome.id = again[index]?.id ?? '';
  });

  it('leave exactly the requested bookings in the database', SLOW, async () => {
    const rows = await world.query<{ id: string; contact_email: string }>(
      "select id, contact_email from bookings where contact_email like 'load%' order by id",
    );
    const expected = outcomes.map(({ id, request }) => ({ id, contact_email: request.contact_email }));
    expect(rows).toEqual(expected.sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1)));
    expect(rows).toHaveLength(KINDS.length * BOOKINGS_PER_CLIENT);
  });
});
