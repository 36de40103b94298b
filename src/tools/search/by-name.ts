import { listed, quoted, say, trusted } from '../../lib/sentence.ts';
import { createMatcher, normalizeName } from '../../lib/text-search.ts';
import { ToolError } from '../core/errors.ts';

/** A record with an id and a name. */
export interface Named {
  id: string;
  name: string;
}

/** Candidates that an error message names. */
const MAX_NAMED = 10;

/**
 * Finds the one record that a text means: by its id, else by its whole name, else by words of its name.
 * @param what the kind of record, such as `service`.
 * @param isNamed false if the caller may not read records of this kind: the error names none then.
 * @throws ToolError if there is none, or several, which are named.
 */
export function findByName<T extends Named>(text: string, records: readonly T[], what: string, isNamed = true): T {
  const wanted = normalizeName(text);
  const found =
    only(records.filter(({ id }) => id === text)) ??
    only(records.filter(({ name }) => normalizeName(name) === wanted)) ??
    records.filter(({ name }) => createMatcher(text)([name]));
  const [one, ...others] = found;
  if (one && others.length === 0) return one;
  const problem = one ? 'is not unique' : `is not a ${what}`;
  if (!isNamed) throw new ToolError(say`${quoted(text)} ${trusted(problem)}: give its id.`);
  const candidates = one ? found : records;
  const named = listed(
    candidates.map(({ id, name }) => say`${quoted(name)} (${id})`),
    MAX_NAMED,
  );
  const known = candidates.length > 0 ? say`: give the id of one of ${named}` : say`: there is none yet`;
  throw new ToolError(say`${quoted(text)} ${trusted(problem)}${known}.`);
}

/** Returns undefined for an empty list, so that the next way of searching is tried. */
const only = <T>(found: T[]) => (found.length > 0 ? found : undefined);
