import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Call, CallDetail, recordSchema } from '../../src/contract/index.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const get = (path: string) => world.send('GET', path, { key: world.keyA });

describe('reading calls', () => {
  it('lists calls without the fields of the detailed form', async () => {
    const { data } = (await get('/v1/calls')).body;
    for (const call of data) expect(recordSchema(Call).parse(call)).toEqual(call);
    expect(data[0]).not.toHaveProperty('transcript');
  });

  it('lists calls with their summary, their language and, for keys that may read contacts, the name of the contact', async () => {
    const { id, contact_id, summary } = await world.platform.calls.simulate();
    const contact = (await get(`/v1/contacts/${contact_id}`)).body.data;
    const named = { contact_name: contact.name, language: 'en', summary };
    const key = (await world.platform.keys.create({ name: 'calls', scopes: ['read:calls'] })).key.reveal();
    for (const path of ['/v1/calls?per_page=1', `/v1/calls/${id}`]) {
      expect([(await get(path)).body.data].flat()[0]).toMatchObject(named);
      const [unnamed] = [(await world.send('GET', path, { key })).body.data].flat();
      expect(unnamed).toMatchObject({ id, contact_id, contact_name: null, language: 'en', summary });
    }
    // The name at present: a call does not keep the one it was made under.
    await world.send('PUT', `/v1/contacts/${contact_id}`, { key: world.keyA, body: { name: 'Renamed Person' } });
    expect((await get('/v1/calls?per_page=1')).body.data[0]).toMatchObject({ id, contact_name: 'Renamed Person' });
    expect((await get('/v1/calls/call_1_a')).body.data.contact_name).toBeNull();
  });

  it('returns transcript turns, summary and outcome in the detailed form', async () => {
    const { data } = (await get('/v1/calls/call_1_a')).body;
    expect(recordSchema(CallDetail).parse(data)).toEqual(data);
    expect(data).toMatchObject({
      outcome: 'question',
      summary: 'Asked when the salon opens.',
      ended_at: '2026-03-01T15:00:42Z',
      transcript: [{ speaker: 'caller', text: 'When do you open?', offset_seconds: 3 }],
    });
  });
});

describe('simulating a call', () => {
  it('adds a call that ends now as the first in the list', async () => {
    const before = (await get('/v1/calls')).body.meta.total;
    const simulated = await world.platform.calls.simulate();
    expect(Date.parse(simulated.ended_at)).toBe(world.clock.now());
    const listed = (await get('/v1/calls')).body;
    expect(listed.meta.total).toBe(before + 1);
    expect(listed.data[0]?.id).toBe(simulated.id);
    expect((await get(`/v1/calls/${simulated.id}`)).body.data).toEqual(simulated);
    expect((await world.send('GET', `/v1/calls/${simulated.id}`, { key: world.keyB })).status).toBe(404);
  });

  it('generates a different transcript for consecutive calls', async () => {
    const [first, second] = [await world.platform.calls.simulate(), await world.platform.calls.simulate()];
    expect(first.transcript).not.toEqual(second.transcript);
  });

  it('rejects an unknown scenario and adds nothing', async () => {
    const before = (await get('/v1/calls')).body.meta.total;
    await expect(world.platform.calls.simulate({ scenario: 'none' })).rejects.toThrow(RangeError);
    expect((await get('/v1/calls')).body.meta.total).toBe(before);
  });
});
