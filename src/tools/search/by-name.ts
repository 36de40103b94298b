import { areEqualNames } from '../../lib/search/equal-names.ts';
import { personNameMatcher, serviceNameMatcher } from '../../lib/search/name-matcher.ts';
import { normalizeName } from '../../lib/search/text-search.ts';
import { editDistance } from '../../lib/text/edit-distance.ts';
import { listed, quoted, say, trusted } from '../../lib/text/sentence.ts';
import { ToolError } from '../core/errors.ts';
import { READING_TOOLS } from '../core/record-kinds.ts';
import type { Named } from './named.ts';
import { describeCandidate } from './same-name.ts';

/** Candidates that an error message names. */
const MAX_NAMED = 10;
/** Candidates that are compared with the text, because other calls wait meanwhile. */
const MAX_COMPARED = 500;
/** Characters of each that are compared. */
const MAX_LENGTH = 40;

const KINDS = {
  service: { noun: 'service', matcher: serviceNameMatcher },
  staff: { noun: 'staff member', matcher: personNameMatcher },
} as const;
type NamedKind = keyof typeof KINDS;

/**
 * Finds the one record that a text means: by its id, else by its whole name, else by words of its name: of a person by
 * whole words only, because Ann is no part of Joanna.
 * @param lister the tool that lists all records; null if the caller may not read records of this kind: the error names none then.
 * @throws ToolError if there is none, or several, of which those with the most similar names are named:
 *   equal names with what else is known of them.
 */
export function findByName<T extends Named>(
  text: string,
  records: readonly T[],
  kind: NamedKind,
  lister: string | null = READING_TOOLS[kind],
): T {
  const found = allByName(text, records, kind);
  const [one, ...others] = found;
  if (one && others.length === 0) return one;
  const problem = one ? 'is not unique' : `is not a ${KINDS[kind].noun}`;
  if (lister === null) throw new ToolError(say`${quoted(text)} ${trusted(problem)}: give its id.`);
  const candidates = one ? found : records;
  const nearest = nearestFirst(text, candidates);
  const areAlike = one && new Set(candidates.map(({ name }) => normalizeName(name))).size < candidates.length;
  const named = listed(
    nearest.map((record) => (areAlike ? describeCandidate(record) : say`${quoted(record.name)} (${record.id})`)),
    MAX_NAMED,
  );
  const known = candidates.length > 0 ? say`: give the id of one of ${named}` : say`: there is none yet`;
  const all = candidates.length > MAX_NAMED ? trusted(` ${lister} has all.`) : say``;
  throw new ToolError(say`${quoted(text)} ${trusted(problem)}${known}.${all}`);
}

/** Returns the records that a text can mean, by the same rules as `findByName`. */
export function allByName<T extends Named>(text: string, records: readonly T[], kind: NamedKind): readonly T[] {
  const named = exactlyNamed(text, records);
  if (named.length > 0) return named;
  const matches = KINDS[kind].matcher(text);
  return records.filter(({ name }) => matches(name));
}

/** Returns the records that a text names as a whole: by their id, else by their name. */
export function exactlyNamed<T extends Named>(text: string, records: readonly T[]): readonly T[] {
  const wanted = normalizeName(text);
  return (
    only(records.filter(({ id }) => id === text)) ??
    only(records.filter(({ name }) => normalizeName(name) === wanted)) ??
    records.filter(({ name }) => areEqualNames(name, text))
  );
}

/** Sorts the first records by how much the words of a text differ from the name, its words or the id (edit distance). */
function nearestFirst<T extends Named>(text: string, records: readonly T[]): readonly T[] {
  const wanted = normalizeName(text).slice(0, MAX_LENGTH).split(' ');
  const distance = ({ id, name }: Named) => {
    const whole = normalizeName(name.slice(0, MAX_LENGTH));
    const known = [whole, ...whole.split(' '), id.slice(0, MAX_LENGTH).toLowerCase()];
    const nearest = (word: string) => Math.min(...known.map((one) => editDistance(word, one)));
    return wanted.reduce((sum, word) => sum + nearest(word), 0);
  };
  const sorted = records
    .slice(0, MAX_COMPARED)
    .map((record) => ({ record, distance: distance(record) }))
    .sort((a, b) => a.distance - b.distance)
    .map(({ record }) => record);
  return [...sorted, ...records.slice(MAX_COMPARED)];
}

/** Returns undefined for an empty list, so that the next way of searching is tried. */
const only = <T>(found: readonly T[]) => (found.length > 0 ? found : undefined);
