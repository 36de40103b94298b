import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/api/index.ts';
import { Booking, Contact, type ContactBody, type Resource, readRecord } from '../../src/contract/index.ts';
import type { IdempotencyStore } from '../../src/lib/idempotency/store.ts';
import type { ToolContext } from '../../src/tools/core/context.ts';
import { createBookingIdempotently } from '../../src/tools/idempotency/bookings.ts';
import { createContactIdempotently } from '../../src/tools/idempotency/contacts.ts';
import { createMemoryIdempotencyStore } from '../../src/tools/idempotency/memory-store.ts';
import { manualClock } from '../support/clock.ts';

type Fields = Record<string, unknown>;

const clock = manualClock(0);
/** Every request was sent before, just now, and was not confirmed. */
const unconfirmed = { claim: async () => ({ recorded: { lastSentAt: 0 } }) } as unknown as IdempotencyStore;

/** The context of a call to a platform whose list has these records. `create` returns the new one. */
function contextWith(
  resource: Resource,
  records: Fields[],
  {
    create,
    idempotency,
    offered = [],
  }: { create?: () => Fields; idempotency: IdempotencyStore; offered?: readonly string[] },
) {
  const list = async () => ({
    items: records.map((fields) => readRecord(resource, fields)),
    page: 1,
    per_page: 100,
    total: records.length,
    has_more: false,
  });
  const post = async () => readRecord(resource, create?.());
  const context = {
    api: { listBookings: list, listContacts: list, createBooking: post, createContact: post },
    extensions: { has: async () => false, announces: async () => false },
    settings: { defaultCountry: 'US' },
    signal: new AbortController().signal,
    idempotency,
    offered,
    clock,
    audited: {},
  };
  return context as unknown as ToolContext;
}

const kindOf = (error: unknown) => (error instanceof ApiError ? error.details.kind : error);

describe('a booking whose creation was not confirmed', () => {
  const request = {
    service_id: 'svc_1',
    start_time: '2194-03-02T10:00:00Z',
    contact: { name: 'Ben', phone: '+12125550123' },
  };
  /** Returns the id of the booking that is taken for the requested one. */
  const foundAmong = (...bookings: Fields[]) =>
    createBookingIdempotently(request, {}, contextWith(Booking, bookings, { idempotency: unconfirmed })).then(
      ({ result }) => result.fields.id,
      kindOf,
    );

  it('a booking with every value of the idempotency key is the requested one', async () => {
    expect(await foundAmong({ id: 'bk_ben', ...request, status: 'confirmed' })).toBe('bk_ben');
  });

  it('a booking of another person with the same telephone number is not the requested one', async () => {
    const contact = { ...request.contact, name: 'Anna' };
    expect(await foundAmong({ id: 'bk_anna', ...request, contact, status: 'confirmed' })).toBe('unconfirmed');
  });
});

describe('a contact whose creation was not confirmed', () => {
  const ana = { name: 'Ana' };
  const add = (body: ContactBody, context: ToolContext) =>
    createContactIdempotently(body, undefined, context).then(({ result }) => result.fields.id, kindOf);

  it('a contact that appears in the list after the request is the requested one', async () => {
    const records: Fields[] = [{ id: 'ct_namesake', ...ana }];
    const create = () => {
      records.push({ id: 'ct_new', ...ana });
      throw new ApiError({ kind: 'connection_lost', changed: 'unknown' });
    };
    const idempotency = createMemoryIdempotencyStore(clock);
    expect(await add(ana, contextWith(Contact, records, { create, idempotency }))).toBe('ct_new');
  });

  it('a namesake, which may be older than the request, is not taken for the requested contact', async () => {
    const records = [{ id: 'ct_namesake', ...ana }];
    expect(await add(ana, contextWith(Contact, records, { idempotency: unconfirmed }))).toBe('unconfirmed');
  });
});

it('only a caller that may read contacts learns in what an existing contact differs', async () => {
  const records = [{ id: 'ct_1', name: 'Ana', email: 'ana@example.com', phone: '+12125550123' }];
  const guess = { name: 'Ben', email: 'ben@example.com', phone: '+12125550123' };
  const noteFor = async (...offered: string[]) => {
    const context = contextWith(Contact, records, { idempotency: createMemoryIdempotencyStore(clock), offered });
    return (await createContactIdempotently(guess, undefined, context)).note;
  };
  expect(await noteFor('create_contact', 'get_contact')).toMatch(/in name, email, and was not changed/);
  expect(await noteFor('create_contact')).toBeUndefined();
});

it('only a caller that may read contacts learns that another one has the name of the added contact', async () => {
  const records = [{ id: 'ct_1', name: 'Ana', email: 'ana@example.com', phone: '+12125550123' }];
  const guess = { name: 'ANA', phone: '+12125550124' };
  const create = () => ({ id: 'ct_2', ...guess });
  const noteFor = async (...offered: string[]) => {
    const idempotency = createMemoryIdempotencyStore(clock);
    const context = contextWith(Contact, records, { idempotency, offered, create });
    return (await createContactIdempotently(guess, undefined, context)).note;
  };
  expect(await noteFor('create_contact', 'get_contact')).toMatch(/^Another contact has this name, too/);
  expect(await noteFor('create_contact')).toBeUndefined();
});
