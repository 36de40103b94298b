import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, field, type TestClient } from '../support/clients.ts';
import { type ForeignPlatform, startForeignPlatform } from '../support/foreign-platform.ts';
import { openHour } from '../support/open-hours.ts';
import { temporaryFolder } from '../support/platform.ts';
import { type Replicas, startReplicas } from '../support/replicas.ts';

const LONG = { timeout: 120_000 };
const at = (hours: number) => openHour(hours).replace('.000Z', 'Z');

interface Two {
  servers: Replicas;
  clients: [TestClient, TestClient];
  close(): Promise<void>;
}

/** Starts two servers, with a client each. Those on one computer (`shared`) make changes of one booking one after the other. */
async function startTwo(env: Record<string, string>, homes?: 'own'): Promise<Two> {
  const servers = await startReplicas(2, env, [], homes);
  const connected = servers.urls.map((url) => connect('v2 2026-07-28', { url: `${url}/mcp` }));
  const clients = (await Promise.all(connected)) as [TestClient, TestClient];
  return {
    servers,
    clients,
    async close() {
      await Promise.all(clients.map((client) => client.close()));
      await servers.close();
    },
  };
}

describe('two servers with the embedded platform on one file', () => {
  const PAIRS = 60;
  const folder = temporaryFolder();
  let two: Two;
  beforeAll(async () => {
    two = await startTwo({ RCPT_DATABASE: join(folder, 'platform.db') });
  });
  afterAll(async () => {
    await two.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('keep a move and a note of one booking that are made at the same time', LONG, async () => {
    const [first, second] = two.clients;
    const lost: string[] = [];
    for (let pair = 0; pair < PAIRS; pair++) {
      const booked = await first.call('create_booking', {
        service_id: 'svc_cleaning',
        start_time: at(pair * 3),
        contact_name: `Pair ${pair}`,
        contact_email: `pair.${pair}@example.com`,
      });
      const booking_id = field(booked.data, 'booking', 'id');
      const [mover, writer] = pair % 2 === 0 ? [first, second] : [second, first];
      const answers = await Promise.all([
        mover.call('update_booking', { booking_id, start_time: at(pair * 3 + 1) }),
        writer.call('update_booking', { booking_id, notes: `note ${pair}` }),
      ]);
      for (const { isError, text } of answers) expect(isError, text).toBe(false);
      const { data } = await first.call('get_booking', { booking_id });
      if (field(data, 'booking', 'start_time') !== at(pair * 3 + 1)) lost.push(`move ${pair}`);
      if (field(data, 'booking', 'notes') !== `note ${pair}`) lost.push(`note ${pair}`);
    }
    expect(lost).toEqual([]);
  });

  it('keep changes of a telephone number and of an additional field at the same time', LONG, async () => {
    const [first, second] = two.clients;
    const created = await first.call('create_contact', { name: 'Pair', email: 'pair.contact@example.com' });
    const contact_id = field(created.data, 'contact', 'id');
    for (let pair = 0; pair < 20; pair++) {
      const phone = `+1555010${1000 + pair}`;
      const answers = await Promise.all([
        first.call('update_contact', { contact_id, phone }),
        second.call('update_contact', { contact_id, additional_fields: { visits: pair } }),
      ]);
      for (const { isError, text } of answers) expect(isError, text).toBe(false);
      const { data } = await first.call('get_contact', { contact_id });
      expect([field(data, 'contact', 'phone'), field(data, 'other_fields', 'visits')]).toEqual([phone, pair]);
    }
  });
});

const contact = { name: 'Ana', email: 'ana@example.com' };
const newBooking = (id: string) => ({ id, service_id: 'svc', start_time: at(0), contact, notes: '' });

describe.each(['replaces', 'merges'] as const)('a platform without extensions whose PUT %s', (put) => {
  let platform: ForeignPlatform;
  let pairing: ForeignPlatform;
  let two: Two;
  let paired: Two;
  beforeAll(async () => {
    platform = await startForeignPlatform({ put });
    pairing = await startForeignPlatform({ put, simultaneousPuts: 2 });
    const env = ({ url }: ForeignPlatform) => ({ RCPT_BASE_URL: url, RCPT_API_KEY: 'sk_live_x' });
    [two, paired] = await Promise.all([startTwo(env(platform)), startTwo(env(pairing), 'own')]);
  });
  afterAll(async () => {
    await Promise.all([two, paired].map((started) => started?.close()));
    await Promise.all([platform, pairing].map((started) => started?.close()));
  });

  it('keeps a move and a note that one server makes at the same time', LONG, async () => {
    for (let pair = 0; pair < 5; pair++) {
      const id = `one_${pair}`;
      platform.records.set(id, newBooking(id));
      const [client] = two.clients;
      const answers = await Promise.all([
        client.call('update_booking', { booking_id: id, start_time: at(1) }),
        client.call('update_booking', { booking_id: id, notes: 'Brings a dog' }),
      ]);
      for (const { isError, text } of answers) expect(isError, text).toBe(false);
      expect(platform.records.get(id)).toEqual({ ...newBooking(id), start_time: at(1), notes: 'Brings a dog' });
    }
  });

  it('keeps a move and a note of two servers that are based on the same state', LONG, async () => {
    for (const [pair, reversed] of [false, true, false, true].entries()) {
      const id = `two_${pair}`;
      pairing.records.set(id, newBooking(id));
      const [mover, writer] = reversed ? paired.clients.toReversed() : paired.clients;
      const answers = await Promise.all([
        mover?.call('update_booking', { booking_id: id, start_time: at(1) }),
        writer?.call('update_booking', { booking_id: id, notes: 'Brings a dog' }),
      ]);
      for (const answer of answers) expect(answer?.isError, answer?.text).toBe(false);
      expect(pairing.records.get(id)).toEqual({ ...newBooking(id), start_time: at(1), notes: 'Brings a dog' });
    }
  });

  it('reports to one of two servers that the other moved the booking at the same time', LONG, async () => {
    pairing.records.set('both', newBooking('both'));
    const [first, second] = await Promise.all(
      paired.clients.map((client, index) =>
        client.call('update_booking', { booking_id: 'both', start_time: at(index + 1) }),
      ),
    );
    const stored = pairing.records.get('both')?.start_time;
    const [winner, loser] = stored === at(1) ? [first, second] : [second, first];
    expect([at(1), at(2)]).toContain(stored);
    const concurrent = 'At the same time another request changed start_time: this is the record after both.';
    expect(String(winner?.data.note)).not.toContain(concurrent);
    expect(loser?.data.note).toContain(concurrent);
    expect(field(loser?.data, 'booking', 'start_time')).toBe(stored);
  });
});
