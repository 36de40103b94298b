import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import { NOW } from './support/fixture.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const send = (method: string, path: string, body?: unknown) => world.send(method, path, { key: world.keyA, body });
const create = async (body: unknown) => send('POST', '/v1/contacts', body);
const total = async () => (await send('GET', '/v1/contacts')).body.meta.total;
const additionalFields = (count: number): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`field_${i}`, i]));

describe('creating a contact', () => {
  it('requires only a name', async () => {
    const created = await create({ name: ' Ida ' });
    expect(created.status).toBe(200);
    expect(created.body.data).toEqual({
      id: expect.stringMatching(/^ct_/),
      name: 'Ida',
      email: null,
      phone: null,
      created_at: NOW,
      updated_at: NOW,
    });
    expect((await send('GET', `/v1/contacts/${created.body.data.id}`)).body).toEqual(created.body);
  });

  it('stores additional fields at the top level of the record', async () => {
    const additional = {
      company: 'ACME',
      vip: true,
      visits: 3.5,
      referred_by: null,
      constructor: 'x',
      ...additionalFields(15),
    };
    const body = { name: 'Ida', email: 'Ida@example.com', phone: '+15550100160', ...additional };
    const created = await create(body);
    expect(created.body.data).toMatchObject(body);
    const listed = (await send('GET', '/v1/contacts?per_page=100')).body.data;
    expect(listed.find((contact) => contact.id === created.body.data.id)).toEqual(created.body.data);
  });

  const bad: [string, unknown, string][] = [
    ['no name', {}, 'name: is required'],
    ['null as name', { name: null }, 'name: must be a text'],
    ['a blank name', { name: ' ' }, 'name: must not be empty'],
    ['a bad e-mail', { name: 'A', email: 'a b@example.com' }, 'email: must be an e-mail address'],
    [
      'an e-mail that is too long',
      { name: 'A', email: `${'a'.repeat(250)}@example.com` },
      'email: must be an e-mail address',
    ],
    ['a phone of zeros', { name: 'A', phone: '+10000000000' }, 'phone: must be a phone number in international format'],
    ['a bad phone', { name: 'A', phone: '+123' }, 'phone: must be a phone number in international format'],
    ['an id', { name: 'A', id: 'ct_1' }, 'id: is set by the platform'],
    ['a creation time', { name: 'A', created_at: NOW }, 'created_at: is set by the platform'],
    ['a list', { name: 'A', tags: ['a'] }, 'tags: must be a text, a number, true, false or null'],
    ['an object', { name: 'A', address: { city: 'X' } }, 'address: must be a text, a number, true, false or null'],
    ['a field name with capitals', { name: 'A', Company: 'x' }, 'Company: a field’s name must be'],
    ['a field name that is too long', { name: 'A', ['x'.repeat(41)]: 'x' }, 'a field’s name must be'],
    ['__proto__', '{"name":"A","__proto__":{"admin":true}}', '__proto__: is not a field of this request'],
    ['a value that is too long', { name: 'A', note: 'x'.repeat(1001) }, 'note: must have at most 1000 characters'],
    [
      'too many additional fields',
      { name: 'A', ...additionalFields(21) },
      'a contact can have 20 additional fields, not 21',
    ],
    ['a body that is no object', [], 'body: must be a JSON object'],
  ];
  it.each(bad)('refuses %s and stores nothing', async (_, body, message) => {
    const before = await total();
    const answer = await create(body);
    expect(answer).toMatchObject({ status: 400, body: { error: 'validation_error' } });
    expect(answer.body.message).toContain(message);
    expect(await total()).toBe(before);
  });
});

describe('updating a contact', () => {
  it('changes the fields in the body and leaves the others unchanged', async () => {
    const before = (await create({ name: 'Ida', phone: '+15550100161', company: 'ACME' })).body.data;
    world.clock.advance(1000);
    const put = async (body: unknown) => (await send('PUT', `/v1/contacts/${before.id}`, body)).body.data;
    const changed = await put({ email: 'ida@example.com', vip: true });
    expect(changed).toEqual({ ...before, email: 'ida@example.com', vip: true, updated_at: expect.any(String) });
    expect(changed.updated_at).not.toBe(before.updated_at);
    expect(await put({ phone: null, company: null })).toEqual({ ...changed, phone: null, company: null });
    expect((await send('GET', `/v1/contacts/${before.id}`)).body.data.phone).toBeNull();
  });

  it('accepts a record as it was read, which changes neither the record nor its ETag', async () => {
    const before = (await create({ name: 'Ida', company: 'ACME' })).body.data;
    const { headers } = await send('GET', `/v1/contacts/${before.id}`);
    world.clock.advance(1000);
    for (const body of [{ ...before, id: 'other', created_at: 'never' }, {}]) {
      const answer = await send('PUT', `/v1/contacts/${before.id}`, body);
      expect(answer.body.data).toEqual(before);
      expect(answer.headers.get('etag')).toBe(headers.get('etag'));
    }
  });

  it('refuses a number that JSON cannot represent', async () => {
    const answer = await send('POST', '/v1/contacts', '{"name":"A","big":1e400}');
    expect(answer).toMatchObject({ status: 400, body: { message: 'big: must be a number up to 1.8e308' } });
  });

  it('makes new bookings link by the new e-mail address, not by the old one', async () => {
    const { id } = (await create({ name: 'Ida', email: 'old@example.com' })).body.data;
    await send('PUT', `/v1/contacts/${id}`, { email: 'New@example.com' });
    const linked = async (email: string, day: number) => {
      const start_time = `2026-08-0${day}T10:00:00Z`;
      const body = { service_id: 'sv_cut_a', start_time, contact: { name: 'I', email } };
      return (await send('POST', '/v1/bookings', body)).body.data.contact_id;
    };
    expect(await linked('new@example.com', 1)).toBe(id);
    expect(await linked('old@example.com', 2)).not.toBe(id);
  });

  it.each([
    [{ name: '' }, 'name: must not be empty'],
    [{ name: null }, 'name: must be a text'],
    [{ phone: '123' }, 'phone: must be a phone number'],
    [{ tags: [] }, 'tags: must be a text, a number, true, false or null'],
    [additionalFields(20), 'a contact can have 20 additional fields, not 21'],
  ])('refuses %j and changes nothing', async (body, message) => {
    const before = (await create({ name: 'Ida', company: 'ACME' })).body.data;
    const answer = await send('PUT', `/v1/contacts/${before.id}`, body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(message);
    expect((await send('GET', `/v1/contacts/${before.id}`)).body.data).toEqual(before);
  });
});
