import { ApiError, scan } from '../../api/index.ts';
import type { Contact, ContactBody, Read } from '../../contract/index.ts';
import { normalizeText } from '../../lib/text-search.ts';
import type { ToolContext } from '../core/context.ts';
import { isContact, personMatcher } from '../search/people.ts';
import { type Created, createIdempotently } from './create-idempotently.ts';
import { asNotApplied, isIndeterminate, readBack, withReadRetries } from './read-back.ts';

type ReadContact = Read<typeof Contact>;

export interface ContactOutcome extends Created<ReadContact> {
  /** False: somebody with the same address or number was there already. */
  created: boolean;
  /** Why another such contact may exist. */
  notCompared?: string;
}

/** Adds a contact once, unless there is one with the same address or number, or `again` is wanted. */
export async function createContactIdempotently(
  body: ContactBody,
  again: boolean | undefined,
  context: ToolContext,
): Promise<ContactOutcome> {
  const { api, signal } = context;
  const before = await alike(body, context);
  const [same] = before.same;
  if (same && !again) return { result: same, created: false };
  const known = new Set(before.all.map(({ fields }) => fields.id));
  const { name, email, phone } = body;
  const made = await createIdempotently(
    {
      idempotencyKey: ['contact', normalizeText(name ?? ''), email?.toLowerCase(), phone],
      allowDuplicate: again,
      create: () => api.createContact({ body, signal }),
      find: async () => {
        const after = await alike(body, context);
        const fresh = after.all.find(({ fields }) => !known.has(fields.id));
        return { found: fresh, certain: !before.note && !after.note };
      },
      current: (id) => readBack(() => api.getContact({ id, signal })),
    },
    context,
  );
  return { ...made, created: true, ...(before.note ? { notCompared: before.note } : {}) };
}

/**
 * Contacts that could be the one: `same` has the same address or number, `all` the same name as well. With a note when
 * not every contact could be looked at.
 */
async function alike({ name, email, phone }: ContactBody, context: ToolContext) {
  const { api, signal, clock } = context;
  const isSame = isContact({ email, phone }, await personMatcher(context));
  const same: ReadContact[] = [];
  const all: ReadContact[] = [];
  const visit = (read: ReadContact) => {
    const alike = isSame(read.fields);
    if (alike) same.push(read);
    if (alike || (name && normalizeText(read.fields.name ?? '') === normalizeText(name))) all.push(read);
  };
  try {
    const seen = await scan((query) => withReadRetries(() => api.listContacts({ query, signal })), visit, { clock });
    return { same, all, note: seen.complete ? undefined : `only ${seen.scanned} contacts were compared` };
  } catch (error) {
    // A key that may write and not read can still add: it is told that nothing was compared.
    if (!(error instanceof ApiError) || error.details.kind !== 'forbidden') throw error;
    return { same, all, note: 'the key may not read contacts' };
  }
}

/** Changes a contact, and where the platform did not confirm it, compares what is there with what was sent. */
export async function updateContactAndVerify(
  id: string,
  body: ContactBody,
  { api, signal }: ToolContext,
): Promise<Created<ReadContact>> {
  try {
    return { result: await api.updateContact({ id, body, signal }) };
  } catch (error) {
    if (!isIndeterminate(error, signal)) throw error;
    const now = await readBack(() => api.getContact({ id, signal }));
    if (now === undefined || now === 'gone') throw error;
    const has = { ...now.other, ...now.fields } as Record<string, unknown>;
    const names = Object.keys(body);
    if (names.every((name) => has[name] === body[name])) {
      return { result: now, note: 'The platform did not confirm it, but the contact is changed.' };
    }
    // A field that the platform never shows cannot be compared.
    throw names.every((name) => name in has) ? asNotApplied(error) : error;
  }
}
