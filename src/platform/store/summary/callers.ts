import type { Summary } from '../../../contract/index.ts';
import { callerFields } from '../../../lib/activity/people.ts';
import { isPeriod } from '../../../lib/activity/periods.ts';
import type { Group } from '../../../lib/activity/tally.ts';
import { statedLanguage } from '../../../lib/text/language-tag.ts';
import type { CallRow, Db } from '../schema/schema.ts';
import { type CallSums, type CallValues, callVerdict } from './call-sums.ts';
import { contactNames } from './contact-names.ts';
import type { Read, SummaryQuestion } from './question.ts';

type Keys = Partial<Summary['groups'][number]>;
type LastCall = Pick<CallRow, 'contact_id' | 'phone' | 'started_at' | 'status' | 'outcome' | 'direction' | 'language'>;

/** Times of which the calls are read at a time. */
const CHUNK = 50;

/**
 * Returns the keys of groups with their callers: the number as the last call of each group has it, and the present name of
 * the contact.
 */
export async function withCallers(
  read: Read,
  { teamId, groupBy, filters, withNames }: SummaryQuestion,
  groups: readonly Group<CallSums>[],
  keys: readonly Keys[],
): Promise<Keys[]> {
  if (!groupBy.includes('caller')) return [...keys];
  const names = withNames ? await contactNames(read, teamId, keys) : new Map<string, string>();
  const times = [...new Set(groups.filter((_, index) => keys[index]?.contact_id).map(({ sums }) => sums.last))];
  const byTime = new Map<number, LastCall[]>();
  for (let start = 0; start < times.length; start += CHUNK) {
    const rows = await read((db) => callsAt(db, teamId, times.slice(start, start + CHUNK)));
    for (const row of rows) byTime.set(row.started_at, [...(byTime.get(row.started_at) ?? []), row]);
  }
  const { isCounted } = callVerdict(filters);
  const others = groupBy.filter((name) => name !== 'caller' && !isPeriod(name)) as (keyof CallValues)[];
  return keys.map((fields, index) => {
    const { contact_id } = fields;
    if (!contact_id) return fields;
    const isOfGroup = (row: LastCall) =>
      row.contact_id === contact_id &&
      isCounted(row) &&
      others.every((name) => statedValue(row, name) === (fields[name] ?? null));
    const numbers = (byTime.get(groups[index]?.sums.last ?? 0) ?? []).filter(isOfGroup).map(({ phone }) => phone);
    // Of calls at one time the one is shown that a scan would show.
    const shown = (phone: string | null) => JSON.stringify(callerFields({ name: null, phone, contact_id }));
    const [phone] = numbers.sort((a, b) => (shown(a) < shown(b) ? 1 : -1));
    const contact_name = names.get(contact_id);
    return { ...fields, ...(phone ? { phone } : {}), ...(contact_name === undefined ? {} : { contact_name }) };
  });
}

/** Returns a value as the key of a group has it. */
const statedValue = (row: LastCall, name: keyof CallValues): string | null =>
  (name === 'language' ? statedLanguage(row.language) : row[name]) || null;

const callsAt = (db: Db, teamId: string, times: readonly number[]): Promise<LastCall[]> =>
  db
    .selectFrom('calls')
    .select(['contact_id', 'phone', 'started_at', 'status', 'outcome', 'direction', 'language'])
    .where('team_id', '=', teamId)
    .where('started_at', 'in', times)
    .execute();
