import { Contact, type ContactBody, type Read, readRecord } from '../../contract/index.ts';
import type { ToolContext } from '../core/context.ts';
import { mayShow } from '../core/record-kinds.ts';
import { comparableName, contactComparer } from './comparison.ts';
import type { RecordWrite } from './concurrent-update.ts';
import { createIdempotently } from './create-idempotently.ts';
import { listNames } from './field-values.ts';
import { type MutexKey, serialise } from './mutex.ts';
import { changeAndVerify, readBack } from './read-back.ts';
import { findSimilarContacts, type SimilarContacts } from './similar-contacts.ts';
import type { Written } from './written.ts';

type ReadContact = Read<typeof Contact>;

interface ContactOutcome extends Written<ReadContact> {
  /** False if a contact with the same e-mail address or telephone number existed, or an earlier request added it. */
  created: boolean;
  /** Why another such contact may exist. */
  notCompared?: string;
}

/**
 * Adds a contact idempotently, unless one with the same e-mail address or telephone number exists and the caller does not
 * allow a duplicate, also of simultaneous calls. The idempotency key is the name, the e-mail address and the telephone number.
 */
export async function createContactIdempotently(
  body: ContactBody,
  allowDuplicate: boolean | undefined,
  context: ToolContext,
): Promise<ContactOutcome> {
  const create = () => createUnlessExisting(body, allowDuplicate, context);
  const keys = allowDuplicate ? [] : detailKeys(body);
  return keys.length === 0 ? create() : serialise(keys, context, create);
}

const detailKeys = ({ email, phone }: ContactBody): MutexKey[] => [
  ...(email ? [['contact-of', 'email', email.toLowerCase()]] : []),
  ...(phone ? [['contact-of', 'phone', phone]] : []),
];

async function createUnlessExisting(
  body: ContactBody,
  allowDuplicate: boolean | undefined,
  context: ToolContext,
): Promise<ContactOutcome> {
  const { api, signal } = context;
  let before: SimilarContacts | undefined;
  let unreadable: unknown;
  try {
    before = await findSimilarContacts(body, context);
  } catch (error) {
    // Thrown later: an earlier request for the same may still be carried out, and then its outcome is the answer.
    unreadable = error;
  }
  const isNamesake = ({ fields }: ReadContact) => comparableName(fields.name ?? '') === comparableName(body.name ?? '');
  const existing = before?.sameDetails.find(isNamesake) ?? before?.sameDetails[0];
  if (existing && !allowDuplicate) {
    context.audited.repeated = true;
    return { result: existing, created: false, ...(await noteOnExisting(existing, body, context)) };
  }
  const { name, email, phone } = body;
  const compareIdentity = await contactComparer({ name, email, phone }, context);
  /** Ids of the contacts that existed before this call sent its request; undefined until then. */
  let knownIds: Set<unknown> | undefined;
  const find = async () => {
    const { similar, areNamesakesKnown } = await findSimilarContacts(body, context);
    let found: ReadContact | undefined;
    let undecided = 0;
    for (const read of similar) {
      const { differing, absent } = compareIdentity(read);
      if (differing.length > 0 || knownIds?.has(read.fields.id)) continue;
      // Without a telephone number or an e-mail address, a namesake cannot be distinguished, only a new contact.
      const mayBeNamesake = !email && !phone && (!knownIds || read.fields.email || read.fields.phone);
      if (absent.length > 0 || mayBeNamesake) undecided++;
      else found ??= read;
    }
    return { found, certain: areNamesakesKnown && undecided === 0 };
  };
  const created = await createIdempotently(
    {
      endpoint: 'createContact',
      idempotencyKey: ['contact', comparableName(name ?? ''), email?.toLowerCase(), phone],
      duplicateKey: allowDuplicate ? [] : undefined,
      create: async () => {
        if (!before) throw unreadable;
        if (before.areNamesakesKnown) knownIds = new Set(before.similar.map(({ fields }) => fields.id));
        return api.createContact({ body, signal });
      },
      compare: await contactComparer(body, context),
      find,
      unread: (id) => readRecord(Contact, { id }),
      current: async (id) => {
        const now = await readBack(id, () => api.getContact({ id, signal }));
        // One that was changed to another person is not what this request asks for.
        return now !== undefined && now !== 'gone' && compareIdentity(now).differing.length > 0 ? 'gone' : now;
      },
    },
    context,
  );
  const isAdded = !context.audited.repeated;
  const namesakes = isAdded && !allowDuplicate ? before?.similar.filter(isNamesake).length : 0;
  const isCounted = before?.areNamesakesKnown ?? false;
  return {
    ...created,
    created: isAdded,
    ...(namesakes && mayShow('contact', context) ? { note: noteOnNamesakes(namesakes, isCounted) } : {}),
    ...(before?.note ? { notCompared: before.note } : {}),
  };
}

/** States that others have the name of a contact that was added, which can be the same person with other details. */
const noteOnNamesakes = (count: number, isCounted: boolean): string => {
  if (!isCounted) return 'Other contacts have this name, too: list_contacts shows them.';
  return count === 1
    ? 'Another contact has this name, too: lookup_caller shows both.'
    : `${count} other contacts have this name, too: lookup_caller shows all.`;
};

/**
 * States in which fields an existing contact differs from the requested one, because it may be that of another person. Callers
 * that may not read contacts get none, because they could guess values.
 */
async function noteOnExisting(
  existing: ReadContact,
  body: ContactBody,
  context: ToolContext,
): Promise<{ note?: string }> {
  if (!mayShow('contact', context)) return {};
  const { differing, absent } = (await contactComparer(body, context))(existing);
  const others = listNames([...differing, ...absent]);
  if (others === '') return {};
  return {
    note: `This contact differs from the given one in ${others}, and was not changed. Another person: repeat with allow_duplicate. The same person: update_contact.`,
  };
}

/** Updates a contact. Unless the answer shows the requested values, reads the contact back. */
export async function updateContactAndVerify(
  id: string,
  { body, requested, ifMatch }: RecordWrite<ContactBody>,
  context: ToolContext,
): Promise<Written<ReadContact>> {
  const { api, signal } = context;
  return changeAndVerify(
    {
      endpoint: 'updateContact',
      id,
      send: () => api.updateContact({ id, body, signal, ...(ifMatch ? { ifMatch } : {}) }),
      read: () => api.getContact({ id, signal }),
      compare: await contactComparer(requested, context),
      note: 'The platform did not confirm it, but the contact is changed.',
    },
    signal,
  );
}
