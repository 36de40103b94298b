import { ApiError, scan } from '../../api/index.ts';
import { Contact, type ContactBody, type Read } from '../../contract/index.ts';
import { normalizeText } from '../../lib/search/text-search.ts';
import type { ToolContext } from '../core/context.ts';
import { searchAnnounced } from '../search/announced-search.ts';
import { createContactFilter, createPersonMatcher } from '../search/people.ts';
import { isSearchFailure } from '../search/search-failure.ts';
import { comparableName } from './comparison.ts';
import { withReadRetries } from './read-back.ts';

type ReadContact = Read<typeof Contact>;

/** Contacts that may be the same person. */
export interface SimilarContacts {
  /** Those with the same e-mail address or telephone number. */
  sameDetails: ReadContact[];
  /** These, and those with the same name. */
  similar: ReadContact[];
  /** False if others can have the same name. */
  areNamesakesKnown: boolean;
  /** Why not every contact was compared. */
  note: string | undefined;
}

type Details = Pick<ContactBody, 'name' | 'email' | 'phone'>;

/**
 * Finds contacts that may be the same person by e-mail address, telephone number and name: with a request for each of them
 * where the platform can find them (extension `list_filters`), otherwise in the whole list.
 */
export async function findSimilarContacts(details: Details, context: ToolContext): Promise<SimilarContacts> {
  try {
    return (await askPlatform(details, context)) ?? (await readAll(details, context));
  } catch (error) {
    // A key that may write but not read can still add: the answer states that nothing was compared.
    if (!(error instanceof ApiError) || error.details.kind !== 'forbidden') throw error;
    return { sameDetails: [], similar: [], areNamesakesKnown: false, note: 'the key may not read contacts' };
  }
}

/** Returns functions that compare a contact with the details. */
async function matchersOf({ name, email, phone }: Details, context: ToolContext) {
  const hasSameDetails = createContactFilter(
    { email: email ?? undefined, phone: phone ?? undefined },
    await createPersonMatcher(context),
  );
  const wanted = name ? comparableName(name) : undefined;
  return {
    hasSameDetails,
    hasSameName: ({ fields }: ReadContact) => wanted !== undefined && comparableName(fields.name ?? '') === wanted,
  };
}

/** Contacts with one value that are asked for. */
const LIMIT = 100;

/** Words and numbers are searched for, so that a name without any cannot be. */
const SEARCHED = /[\p{L}\p{N}]/u;

/** Returns undefined if the platform does not find contacts, fails to, or has too many. */
async function askPlatform(details: Details, context: ToolContext): Promise<SimilarContacts | undefined> {
  const { api, extensions, signal } = context;
  const { name, email, phone } = details;
  if ((name && !SEARCHED.test(name)) || !(await extensions.announces('list_filters', signal))) return undefined;
  const { hasSameDetails, hasSameName } = await matchersOf(details, context);
  const find = (filter: { [detail in keyof Details]: string }, isMatch: (read: ReadContact) => boolean) =>
    searchAnnounced({
      resource: Contact,
      fetch: (query) => withReadRetries(() => api.listContacts({ query: { ...filter, ...query }, signal })),
      verdict: isMatch,
      checks: [],
      sortKey: ({ fields }) => fields.name && normalizeText(fields.name),
      order: 'asc',
      after: undefined,
      limit: LIMIT,
    });
  try {
    const [byEmail, byPhone, byName] = await Promise.all([
      email ? find({ email }, hasSameDetails) : NONE,
      phone ? find({ phone }, hasSameDetails) : NONE,
      name ? find({ name }, hasSameName) : NONE,
    ]);
    // Those that it does not return could be the same person.
    if (byEmail.next !== undefined || byPhone.next !== undefined) return undefined;
    const sameDetails = distinct([...byEmail.found, ...byPhone.found]);
    const similar = distinct([...byEmail.found, ...byPhone.found, ...byName.found]);
    return { sameDetails, similar, areNamesakesKnown: byName.next === undefined, note: undefined };
  } catch (error) {
    if (isSearchFailure(error)) return undefined;
    throw error;
  }
}

const NONE = { found: [], next: undefined };

const distinct = (found: readonly { read: ReadContact }[]): ReadContact[] => [
  ...new Map(found.map(({ read }) => [read.fields.id ?? read, read])).values(),
];

async function readAll(details: Details, context: ToolContext): Promise<SimilarContacts> {
  const { api, signal, clock } = context;
  const { hasSameDetails, hasSameName } = await matchersOf(details, context);
  const sameDetails: ReadContact[] = [];
  const similar: ReadContact[] = [];
  const { complete, scanned } = await scan(
    (query) => withReadRetries(() => api.listContacts({ query, signal })),
    (read) => {
      const isSame = hasSameDetails(read);
      if (isSame) sameDetails.push(read);
      if (isSame || hasSameName(read)) similar.push(read);
    },
    { clock },
  );
  const note = complete ? undefined : `only ${scanned} contacts were compared`;
  return { sameDetails, similar, areNamesakesKnown: complete, note };
}
