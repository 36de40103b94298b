import { ApiError, scan } from '../../api/index.ts';
import type { BusinessRecord, Read } from '../../contract/index.ts';
import { listed, quoted, type Sentence, say } from '../../lib/text/sentence.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';
import { mayShow } from '../core/record-kinds.ts';
import { findByName } from '../search/by-name.ts';
import type { Named } from '../search/named.ts';
import { looksLikeId } from '../search/record-by-name.ts';

/** Members of staff by id, with their names as far as records show them. */
export type KnownStaff = ReadonlyMap<string, string | undefined>;

/** People whom an error message names. */
const MAX_NAMED = 10;

/** Reads the staff of a platform that has them in its business or in a list. Empty if the caller may not read staff. */
export async function readStaff(
  business: Read<typeof BusinessRecord> | undefined,
  context: ToolContext,
): Promise<KnownStaff> {
  const { api, clock, extensions, signal } = context;
  const known = new Map<string, string | undefined>();
  if (!mayShow('staff', context)) return known;
  for (const { id, name } of business?.fields.staff ?? []) known.set(id, name);
  if (known.size > 0 || !(await extensions.has('staff', signal))) return known;
  try {
    await scan(
      (query) => api.listStaff({ query, signal }),
      ({ fields: { id, name } }) => {
        if (id) known.set(id, name ?? undefined);
      },
      { clock },
    );
  } catch (error) {
    // Names are an addition: without them, people are shown by their ids.
    if (!(error instanceof ApiError)) throw error;
  }
  return known;
}

/**
 * Returns the id of a member of staff from an id or a name.
 * @param isComplete whether all records that name staff were read; otherwise an unknown id is returned as it is.
 * @throws ToolError with the known people if the text identifies none of them, or several.
 */
export function identifyStaff(text: string, known: KnownStaff, isComplete: boolean): string {
  if (known.has(text)) return text;
  const named = [...known].flatMap(([id, name]): Named[] => (name === undefined ? [] : [{ id, name }]));
  const candidates = named.filter((one) => matches(text, one));
  if (candidates.length > 0) return findByName(text, candidates, 'staff').id;
  if (looksLikeId(text) && (known.size === 0 || !isComplete)) return text;
  const people = [...known.keys()].map((id) => describePerson(id, known));
  const shown =
    people.length > 0
      ? say`The records name ${listed(people, MAX_NAMED)}: give one of these ids.`
      : say`The records name no staff: leave it out, or give an id.`;
  throw new ToolError(
    say`staff_id: ${quoted(text)} could not be identified, so nothing is known about this person. ${shown}`,
  );
}

function matches(text: string, one: Named): boolean {
  try {
    findByName(text, [one], 'staff');
    return true;
  } catch {
    return false;
  }
}

/** @throws ToolError if a person does not perform a service. */
export function assertPerforms(staffId: string, performers: readonly string[], known: KnownStaff): void {
  if (performers.includes(staffId)) return;
  const others = listed(
    performers.map((id) => describePerson(id, known)),
    MAX_NAMED,
  );
  throw new ToolError(say`${describePerson(staffId, known)} does not perform this service; these do: ${others}.`);
}

/** Returns the name and id of a person, or the id alone. */
export function describePerson(id: string, known: KnownStaff): Sentence {
  const name = known.get(id);
  return name === undefined ? say`${id}` : say`${quoted(name)} (${id})`;
}

/**
 * Returns how each person is named in ranges: by the last word of the name if no other person has it and it is plain, else by
 * the name, or by the id if the name is unknown or another person's, too.
 */
export function shortNames(staffIds: readonly string[], known: KnownStaff): Map<string, string> {
  const everybody = [...new Set([...staffIds, ...known.keys()])];
  const nameOf = (id: string) => known.get(id) ?? id;
  const lastWordOf = (id: string) => nameOf(id).trim().split(/\s+/).at(-1) ?? id;
  return new Map(
    staffIds.map((id) => {
      const [word, name] = [lastWordOf(id), nameOf(id)];
      const others = everybody.filter((other) => other !== id);
      if (!others.some((other) => lastWordOf(other) === word) && PLAIN_WORD.test(word)) return [id, word];
      return [id, others.some((other) => nameOf(other) === name) ? id : name];
    }),
  );
}

/** One word, which cannot be read as a time or a list. */
const PLAIN_WORD = /^[\p{L}_][\p{L}\p{N}_-]{1,39}$/u;
