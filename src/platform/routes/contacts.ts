import { newId } from '../../lib/ids.ts';
import { invalid, notFound } from '../http/errors.ts';
import type { Handlers } from '../http/router.ts';
import { type AdditionalFields, additionalCountProblem, ChangedContact, NewContact } from '../rules/contact-body.ts';
import { contactRecord, emailKey, findContact, insertContact, listContacts, updateContact } from '../store/contacts.ts';
import type { ContactRow, Db, Unnumbered } from '../store/schema.ts';
import type { RouteContext } from './context.ts';

type Names = 'listContacts' | 'createContact' | 'getContact' | 'updateContact';

export function contactRoutes({ store, clock }: RouteContext): Pick<Handlers, Names> {
  return {
    async listContacts({ caller, page }) {
      const { items, total } = await store.read((db) => listContacts(db, caller.teamId, page));
      return { items: items.map(contactRecord), total };
    },
    async createContact({ caller, body }) {
      const { name, email = null, phone = null, additional } = await body(NewContact);
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
      const { name, email, phone, additional } = await body(ChangedContact);
      return store.write(
        async (tx) => {
          const before = await requireContact(tx, caller.teamId, params.id);
          precondition.assertHolds(contactRecord(before));
          const after: ContactRow = {
            ...before,
            name: name ?? before.name,
            email: email === undefined ? before.email : email,
            email_key: email === undefined ? before.email_key : emailKey(email),
            phone: phone === undefined ? before.phone : phone,
            additional_json: toJson({ ...(JSON.parse(before.additional_json) as AdditionalFields), ...additional }),
            updated_at: clock.now(),
          };
          await updateContact(tx, after);
          return contactRecord(after);
        },
        { team: caller.teamId },
      );
    },
  };
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
