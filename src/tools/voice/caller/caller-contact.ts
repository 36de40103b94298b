import { ApiError } from '../../../api/index.ts';
import { otherDetails } from '../../../contract/index.ts';
import { readCallerNumber } from '../../../lib/phone/caller-number.ts';
import type { ToolContext } from '../../core/context.ts';

/** The contact of a caller that has several numbers: its own, and former ones in further fields. */
export interface CallerContact {
  id: string;
  name: string;
  phones: ReadonlySet<string>;
}

/**
 * Returns the one contact that has the number of a call, if it has other numbers, too. Undefined if several contacts have the
 * number, and where the platform itself does not find contacts by it, fails to or refuses it to this key: a list of all takes too
 * long in a call, and a local copy may be outdated.
 */
export async function contactOfCaller(
  phone: string,
  { api, extensions, settings, signal }: ToolContext,
): Promise<CallerContact | undefined> {
  if (!(await extensions.announces('list_filters', signal))) return undefined;
  const query = { phone, order: 'asc', per_page: 2 } as const;
  const page = await api.listContacts({ query, signal }).catch((error: unknown) => {
    if (error instanceof ApiError && !signal.aborted) return undefined;
    throw error;
  });
  const [contact, ...others] = page?.items ?? [];
  if (!contact?.fields.id || !contact.fields.name || others.length > 0) return undefined;
  const numbers = [contact.fields.phone, ...otherDetails(contact.other).phones];
  const phones = new Set(numbers.flatMap((number) => readCallerNumber(number, settings.defaultCountry) ?? []));
  // As strict as for appointments: the platform may find a number within other text.
  if (!phones.has(phone) || phones.size === 1) return undefined;
  return { id: contact.fields.id, name: contact.fields.name, phones };
}
