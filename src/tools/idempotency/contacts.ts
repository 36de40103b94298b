import { ApiError, scan } from '../../api/index.ts';
import type { Contact, ContactBody, Read } from '../../contract/index.ts';
import { normalizeText } from '../../lib/text-search.ts';
import type { ToolContext } from '../core/context.ts';
import { createContactFilter, createPersonMatcher } from '../search/people.ts';
import type { RecordWrite } from './concurrent-update.ts';
import { type Created, createIdempotently } from './create-idempotently.ts';
import { asNotApplied, isIndeterminate, readBack, withReadRetries } from './read-back.ts';

type ReadContact = Read<typeof Contact>;

export interface ContactOutcome extends Created<ReadContact> {
  /** False if a contact with the same e-mail address or telephone number existed. */
  created: boolean;
  /** Why another such contact may exist. */
  notCompared?: string;
}

/**
 * Adds a contact idempotently, unless one with the same e-mail address or telephone number exists and the caller does not
 * allow a duplicate.
 */
export async function createContactIdempotently(
  body: ContactBody,
  allowDuplicate: boolean | undefined,
  context: ToolContext,
): Promise<ContactOutcome> {
  const { api, signal } = context;
  const before = await findSimilar(body, context);
  const [existing] = before.sameDetails;
  if (existing && !allowDuplicate) return { result: existing, created: false };
  const knownIds = new Set(before.similar.map(({ fields }) => fields.id));
  const { name, email, phone } = body;
  const created = await createIdempotently(
    {
      idempotencyKey: ['contact', normalizeText(name ?? ''), email?.toLowerCase(), phone],
      allowDuplicate,
      create: () => api.createContact({ body, signal }),
      find: async () => {
        const after = await findSimilar(body, context);
        const found = after.similar.find(({ fields }) => !knownIds.has(fields.id));
        return { found, certain: !before.note && !after.note };
      },
      current: (id) => readBack(() => api.getContact({ id, signal })),
    },
    context,
  );
  return { ...created, created: true, ...(before.note ? { notCompared: before.note } : {}) };
}

/**
 * Finds contacts that may be the same person: `sameDetails` by e-mail address or telephone number, `similar` also by name.
 * `note` states why not every contact was compared.
 */
async function findSimilar({ name, email, phone }: ContactBody, context: ToolContext) {
  const { api, signal, clock } = context;
  const hasSameDetails = createContactFilter({ email, phone }, await createPersonMatcher(context));
  const sameDetails: ReadContact[] = [];
  const similar: ReadContact[] = [];
  const visit = (read: ReadContact) => {
    const isSame = hasSameDetails(read.fields);
    if (isSame) sameDetails.push(read);
    if (isSame || (name && normalizeText(read.fields.name ?? '') === normalizeText(name))) similar.push(read);
  };
  try {
    const { complete, scanned } = await scan(
      (query) => withReadRetries(() => api.listContacts({ query, signal })),
      visit,
      { clock },
    );
    return { sameDetails, similar, note: complete ? undefined : `only ${scanned} contacts were compared` };
  } catch (error) {
    // A key that may write but not read can still add: the answer states that nothing was compared.
    if (!(error instanceof ApiError) || error.details.kind !== 'forbidden') throw error;
    return { sameDetails, similar, note: 'the key may not read contacts' };
  }
}

/** Updates a contact. If the platform does not confirm it, reads the contact back and compares it with the request. */
export async function updateContactAndVerify(
  id: string,
  { body, requested, ifMatch }: RecordWrite<ContactBody>,
  { api, signal }: ToolContext,
): Promise<Created<ReadContact>> {
  try {
    return { result: await api.updateContact({ id, body, signal, ...(ifMatch ? { ifMatch } : {}) }) };
  } catch (error) {
    if (!isIndeterminate(error, signal)) throw error;
    const now = await readBack(() => api.getContact({ id, signal }));
    if (now === undefined || now === 'gone') throw error;
    const stored = { ...now.other, ...now.fields } as Record<string, unknown>;
    const names = Object.keys(requested);
    if (names.every((name) => stored[name] === requested[name])) {
      return { result: now, note: 'The platform did not confirm it, but the contact is changed.' };
    }
    // A field that the platform never returns cannot be compared.
    throw names.every((name) => name in stored) ? asNotApplied(error) : error;
  }
}
