import { ApiError } from '../../../api/index.ts';
import { areEqualNames } from '../../../lib/search/equal-names.ts';
import { normalizeName } from '../../../lib/search/text-search.ts';
import { withoutTitles } from '../../search/titles.ts';
import { type ExpiringMap, MAX_ATTEMPTS } from '../core/memory.ts';
import type { Office } from '../core/office.ts';
import { nameInWords } from '../said/people/name-in-words.ts';
import { isUnknownName } from '../said/people/placeholder-names.ts';
import type { CallerCheck } from './caller.ts';
import { type OwnAppointment, readOwnAppointments, withNames } from './own-appointments.ts';

/** What a caller says about themselves. */
export interface SpokenIdentity {
  caller_name?: string | undefined;
  date_of_birth?: string | undefined;
}

const ARGUMENTS = { name: 'caller_name', date_of_birth: 'date_of_birth' } as const satisfies Record<
  CallerCheck,
  keyof SpokenIdentity
>;

/**
 * Returns the appointments that the caller may hear about and change, or the sentence that says why there are none: the
 * number is unknown, or the operator's checks are not passed. A caller without appointments gets the answer of one who
 * says something wrong.
 */
export async function verifiedAppointments(
  given: SpokenIdentity,
  office: Office,
): Promise<{ own: OwnAppointment[] } | { spoken: string }> {
  const { context, caller } = office;
  const { phrases } = office.speech;
  if (caller.phone === null) return { spoken: phrases.numberUnknown };
  // An attempt to say a name is not used up by an agent that knows none.
  const name = nameInWords(given.caller_name ?? '');
  const isUnknown = name === '' || isUnknownName(name, office.speech.language);
  const said = { ...given, caller_name: isUnknown ? undefined : name };
  const checks = context.settings.voice?.callerChecks ?? [];
  if (checks.length === 0) return { own: await withNames(await readOwnAppointments(office), office, said.caller_name) };

  const { attempts } = context.voiceMemory;
  const keys = [`phone ${caller.phone}`, ...(caller.callId === null ? [] : [`call ${caller.callId}`])];
  const failed = Math.max(...keys.map((key) => attempts.get(key) ?? 0));
  if (failed >= MAX_ATTEMPTS) return { spoken: phrases.tooManyAttempts };
  if (checks.some((check) => !said[ARGUMENTS[check]]?.trim())) return { spoken: phrases.askChecks(checks) };
  // Counted before the records are read: simultaneous calls must not have more attempts.
  for (const key of keys) attempts.set(key, (attempts.get(key) ?? 0) + 1);
  const own = await passed(said, checks, office).catch((error: unknown) => {
    uncount(keys, attempts);
    throw error;
  });
  if (own.length === 0) return { spoken: phrases.notVerified };
  uncount(keys, attempts);
  return { own: await withNames(own, office, said.caller_name) };
}

function uncount(keys: readonly string[], attempts: ExpiringMap<number>): void {
  for (const key of keys) {
    const count = (attempts.get(key) ?? 1) - 1;
    if (count > 0) attempts.set(key, count);
    else attempts.delete(key);
  }
}

/** Returns the appointments of the caller's number that match what the caller says. */
async function passed(said: SpokenIdentity, checks: readonly CallerCheck[], office: Office): Promise<OwnAppointment[]> {
  const own = await readOwnAppointments(office);
  const births = checks.includes('date_of_birth') ? await datesOfBirth(own, office) : undefined;
  const { language } = office.speech;
  // They are often said, and seldom written.
  const bare = (name: string) => withoutTitles(name, language) ?? name;
  const name = bare(said.caller_name ?? '');
  const birth = births && (await dateReader(office))(said.date_of_birth ?? '');
  return own.filter(
    ({ contactName, contactId }) =>
      (!checks.includes('name') || (normalizeName(name) !== '' && areEqualNames(bare(contactName), name))) &&
      (!births || (contactId !== undefined && birth !== undefined && births.get(contactId) === birth)),
  );
}

/** Reads the dates of birth of contacts, an additional field of theirs. */
async function datesOfBirth(own: readonly OwnAppointment[], office: Office): Promise<ReadonlyMap<string, string>> {
  const { api, signal } = office.context;
  const ids = [...new Set(own.flatMap(({ contactId }) => contactId ?? []))];
  // Takes as long as the reads of a caller who has an appointment.
  if (ids.length === 0) await api.listContacts({ query: { per_page: 1 }, signal });
  const dateOf = await dateReader(office);
  const known = await Promise.all(
    ids.map(async (id): Promise<[string, string][]> => {
      const read = await api.getContact({ id, signal }).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.details.kind !== 'not_found') throw error;
        return undefined;
      });
      const text = read?.other.date_of_birth;
      const date = typeof text === 'string' ? dateOf(text) : undefined;
      return date === undefined ? [] : [[id, date]];
    }),
  );
  return new Map(known.flat());
}

/** A business writes dates in its own way, and models in ISO 8601 or as they were said. A text such as `unknown` is no date, and proves nothing. */
async function dateReader({ context }: Office): Promise<(text: string) => string | undefined> {
  const { readSaidFullDate } = await import('../said/days/said-full-date.ts');
  return (text) => readSaidFullDate(text, context.settings.defaultCountry);
}
