import { UsageError } from '../../config/usage-error.ts';
import { quoted, say } from '../../lib/text/sentence.ts';
import { allByName } from '../../tools/search/by-name.ts';
import type { Named } from '../../tools/search/named.ts';

/** The options that name a record, in the words of messages. */
const NOUNS = {
  service: { one: 'a service', several: 'services' },
  staff: { one: 'a staff member', several: 'people' },
} as const;

/** Records that a message names. */
const MAX_KNOWN = 50;

/**
 * Returns the id of the record that an option names, by its id or name as the tools do: whole words of the name of a person.
 * @param flag the option's flag, if it is not that of its kind
 * @throws UsageError if there is none, or several
 */
export function idByName(
  option: keyof typeof NOUNS,
  text: string,
  records: readonly Named[],
  flag = `--${option}`,
): string {
  const found = allByName(text, records, option);
  const [first, ...others] = found;
  if (first && others.length === 0) return first.id;
  const { one, several } = NOUNS[option];
  const problem = first ? `is a name of several ${several}` : `is not ${one}`;
  const known = (first ? found : records).slice(0, MAX_KNOWN).map(({ id, name }) => `${name} (${id})`);
  throw new UsageError(
    `${flag}: ${say`${quoted(text)}`} ${problem}. State the id of one of: ${known.join(', ')}. Nothing was changed.`,
  );
}
