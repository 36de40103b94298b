import { Client as V2Client, StreamableHTTPClientTransport as V2Http } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENTS, type ClientKind, connect, field, type TestClient } from '../support/clients.ts';
import { ARRANGEMENTS, type World } from './arrangements.ts';
import { book, bookingsOf, newCreateRequest } from './create-requests.ts';

/** Three processes behind a round-robin proxy serve clients like one process. */
const SLOW = { timeout: 120_000 };

describe.each(ARRANGEMENTS)('three replicas with %s', (_name, start) => {
  let world: World;
  const clients: TestClient[] = [];
  const client = async (kind: ClientKind, url: string) => {
    const made = await connect(kind, { url: `${url}/mcp` });
    clients.push(made);
    return made;
  };
  beforeAll(async () => {
    world = await start();
  }, SLOW.timeout);
  afterAll(async () => {
    await Promise.all(clients.map((one) => one.close()));
    await world?.close();
  }, SLOW.timeout);

  /** Indexes of the replicas that served the calls of a tool, from a position in the log of the proxy. */
  const servedBy = (tool: string, since: number) =>
    world.balancer.forwarded
      .slice(since)
      .filter(({ body }) => body.includes(`"${tool}"`) && body.includes('"tools/call"'))
      .map(({ target }) => target);

  describe.each(CLIENTS)('client %s', (kind) => {
    it('complete a confirmation on another replica than the one that requested it', SLOW, async () => {
      const one = await client(kind, world.balancer.url);
      const request = newCreateRequest('confirm');
      const id = await book(one, request);
      const since = world.balancer.forwarded.length;
      const asked = await one.call('cancel_booking', { booking_id: id });
      expect(asked.isError).toBe(false);
      const token = field(asked.data, 'question', 'repeat_with', 'confirm_token');
      expect(token).toEqual(expect.any(String));
      const done = await one.call('cancel_booking', { booking_id: id, confirm_token: token });
      expect(done.text).toContain('cancelled');
      expect(done.isError).toBe(false);
      const [begun, finished] = servedBy('cancel_booking', since);
      expect(begun).not.toBe(finished);
      // Every replica refuses the token for another call.
      const other = await book(one, newCreateRequest('confirm'));
      for (const url of world.urls) {
        const there = await client(kind, url);
        const refused = await there.call('cancel_booking', { booking_id: other, confirm_token: token });
        expect(refused.text).toContain('confirm_token: it is not of this call');
      }
    });

    it('continue a search with its cursor on any replica', SLOW, async () => {
      const one = await client(kind, world.balancer.url);
      const since = world.balancer.forwarded.length;
      const ids: unknown[] = [];
      const search = { from: '2020-01-01', order: 'asc', per_page: 5 };
      let cursor: unknown;
      for (let part = 0; part < 4; part++) {
        const answer = await one.call('list_bookings', { ...search, ...(cursor ? { cursor } : {}) });
        expect(answer.isError, answer.text).toBe(false);
        ids.push(...(answer.data.items as { id: string }[]).map(({ id }) => id));
        cursor = answer.data.cursor;
      }
      expect(new Set(servedBy('list_bookings', since)).size).toBe(3);
      const whole = await one.call('list_bookings', { ...search, per_page: 20 });
      expect(ids).toEqual((whole.data.items as { id: string }[]).map(({ id }) => id));
    });

    it('create one booking for identical concurrent requests on all replicas', SLOW, async () => {
      const all = await Promise.all(world.urls.map((url) => client(kind, url)));
      for (let round = 0; round < 5; round++) {
        const request = newCreateRequest('same');
        const ids = await Promise.all([...all, ...all].map((one) => book(one, request)));
        expect(await bookingsOf(world, request)).toEqual([...new Set(ids)]);
        // After a cancellation, concurrent repetitions create one more.
        const [first] = all as [TestClient];
        const asked = await first.call('cancel_booking', { booking_id: ids[0] });
        const confirm_token = field(asked.data, 'question', 'repeat_with', 'confirm_token');
        expect((await first.call('cancel_booking', { booking_id: ids[0], confirm_token })).isError).toBe(false);
        const again = await Promise.all(all.map((one) => book(one, request)));
        expect(new Set(again).size).toBe(1);
        expect(again[0]).not.toBe(ids[0]);
        expect(await bookingsOf(world, request)).toHaveLength(2);
      }
    });
  });

  it(
    'make one booking for a person whose name and service differ in concurrent requests on all replicas',
    SLOW,
    async () => {
      const all = await Promise.all(world.urls.map((url) => client('v2 2026-07-28', url)));
      for (let round = 0; round < 10; round++) {
        const request = newCreateRequest('person');
        const answers = await Promise.all(
          ['svc_cleaning', 'svc_child_checkup', 'svc_filling'].map((service_id, index) =>
            (all[index] as TestClient).call('create_booking', {
              ...request,
              service_id,
              contact_name: `Name ${index}`,
            }),
          ),
        );
        const made = answers.flatMap(({ data }) => field(data, 'booking', 'id') ?? []);
        expect(made, answers.map(({ text }) => text).join('\n')).toHaveLength(1);
        expect(answers.filter(({ data }) => field(data, 'question', 'kind') === 'same_person')).toHaveLength(2);
        expect(await bookingsOf(world, request)).toEqual(made);
      }
    },
  );

  it('complete an elicitation on another replica than the one that requested it', SLOW, async () => {
    const id = await book(await client('v2 2026-07-28', world.balancer.url), newCreateRequest('form'));
    const asking = new V2Client(
      { name: 'asked', version: '1' },
      { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation: { form: {} } } },
    );
    asking.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { confirm: true } }));
    await asking.connect(new V2Http(new URL(`${world.balancer.url}/mcp`)));
    const since = world.balancer.forwarded.length;
    const result = await asking.callTool({ name: 'cancel_booking', arguments: { booking_id: id } });
    await asking.close();
    expect(result.isError).toBeFalsy();
    const served = servedBy('cancel_booking', since);
    expect(served).toHaveLength(2);
    expect(served[0]).not.toBe(served[1]);
    expect(await world.query('select status from bookings where id = $1', id)).toEqual([{ status: 'cancelled' }]);
  });
});
