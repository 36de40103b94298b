import type * as z from 'zod';
import { contactSearchSchema, isErasedContact } from '../../contract/index.ts';
import { newId } from '../../lib/ids.ts';
import { cutSortKey } from '../../lib/text/text-order.ts';
import type { Caller } from '../auth/caller.ts';
import { forbidden, invalid, notFound } from '../http/errors.ts';
import type { Handlers } from '../http/router.ts';
import { filteredResult, readPosition, readSearch } from '../http/search-query.ts';
import {
  type AdditionalFields,
  additionalCountProblem,
  changedContactSchema,
  newContactSchema,
} from '../rules/contact-body.ts';
import { changeCopies } from '../rules/contact-copies.ts';
import { contactErased } from '../rules/erased-contact.ts';
import {
  contactRecord,
  emailKey,
  findContact,
  insertContact,
  listContacts,
  updateContact,
} from '../store/contacts/contacts.ts';
import type { ContactRow, Db, Unnumbered } from '../store/schema/schema.ts';
import { type FoundContacts, searchContacts } from '../store/search/contact-search.ts';
import { toIsoOrNull } from '../store/time.ts';
import type { RouteContext } from './context.ts';

type Names = 'listContacts' | 'createContact' | 'getContact' | 'updateContact';

export function contactRoutes({ store, clock }: RouteContext): Pick<Handlers, Names> {
  return {
    async listContacts({ caller, page, searchParams }) {
      const query = readSearch(searchParams, contactSearchSchema());
      if (query) {
        const { order = 'asc', after, phone, email, name, query: words } = query;
        const search = { order, after: readPosition(after, cutSortKey), perPage: page.perPage };
        const filters = { phone, email, name, query: words, visits: readVisitFilters(query, caller, clock.now()) };
        const found = await searchContacts(store, caller.teamId, filters, search);
        return filteredResult(found, search, contactRecord, String, visitsMeta(found));
      }
      const { items, total } = await store.read((db) => listContacts(db, caller.teamId, page));
      return { items: items.map(contactRecord), total };
    },
    async createContact({ caller, body }) {
      const { name, email = null, phone = null, additional } = await body(newContactSchema());
      const now = clock.now();
      const row: Unnumbered<ContactRow> = {
        id: newId('ct'),
        team_id: caller.teamId,
        name,
        email,
        email_key: emailKey(email),
        phone,
        additional_json: toJson(additional),
        created_at: now,
        updated_at: now,
      };
      const added = { conditions: [], store: (tx: Db) => insertContact(tx, row) };
      await store.decide(caller.teamId, async () => added);
      return contactRecord(row);
    },
    async getContact({ caller, params }) {
      return contactRecord(await store.readUncoordinated((db) => requireContact(db, caller.teamId, params.id)));
    },
    async updateContact({ caller, params, precondition, body }) {
      await store.readUncoordinated((db) => requireContact(db, caller.teamId, params.id));
      const { name, email, phone, additional } = await body(changedContactSchema());
      return store.write(
        async (tx) => {
          const before = await requireContact(tx, caller.teamId, params.id);
          precondition.assertHolds(contactRecord(before));
          if (isErasedContact(before)) throw contactErased();
          const after: ContactRow = {
            ...before,
            name: name ?? before.name,
            email: email === undefined ? before.email : email,
            email_key: email === undefined ? before.email_key : emailKey(email),
            phone: phone === undefined ? before.phone : phone,
            additional_json: toJson({ ...(JSON.parse(before.additional_json) as AdditionalFields), ...additional }),
          };
          const names = Object.keys(after) as (keyof ContactRow)[];
          if (names.every((name) => after[name] === before[name])) return contactRecord(before);
          const now = clock.now();
          const changed = { ...after, updated_at: now };
          await updateContact(tx, changed);
          await changeCopies(tx, before, changed, now);
          return contactRecord(changed);
        },
        { team: caller.teamId },
      );
    },
  };
}

/** Returns the filters by visits; undefined without one. They tell about bookings, so their readers may use them. */
function readVisitFilters(query: z.output<ReturnType<typeof contactSearchSchema>>, { scopes }: Caller, now: number) {
  const { last_visit_before: before, no_appointment_ahead: isFree, service_id } = query;
  if (before === undefined && isFree !== 'true' && service_id === undefined) return undefined;
  if (!scopes.includes('read:bookings')) throw forbidden('read:bookings');
  return {
    last_visit_before: before === undefined ? undefined : Date.parse(before),
    no_appointment_ahead: isFree === 'true',
    service_id,
    now: query.now === undefined ? now : Date.parse(query.now),
  };
}

function visitsMeta({ visits }: FoundContacts) {
  if (!visits) return {};
  const stated = [...visits].map(([id, { last, next }]) => [id, { last: toIsoOrNull(last), next: toIsoOrNull(next) }]);
  return { visits: Object.fromEntries(stated) };
}

async function requireContact(db: Db, teamId: string, id: string): Promise<ContactRow> {
  const row = await findContact(db, teamId, id);
  if (!row) throw notFound('contact');
  return row;
}

function toJson(additional: AdditionalFields): string {
  const problem = additionalCountProblem(additional);
  if (problem) throw invalid(problem);
  return JSON.stringify(additional);
}
