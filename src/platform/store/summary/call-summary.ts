import { type SelectQueryBuilder, sql } from 'kysely';
import type { Summary } from '../../../contract/index.ts';
import { isPeriod } from '../../../lib/activity/periods.ts';
import { createTally, type GroupKey } from '../../../lib/activity/tally.ts';
import { forEachInSlices } from '../../../lib/concurrency/slices.ts';
import { statedLanguage } from '../../../lib/text/language-tag.ts';
import type { Db, Schema } from '../schema/schema.ts';
import { bucketSql, recordsOf, windowOf } from './aggregate.ts';
import { type Buckets, type Piece, periodKey } from './buckets.ts';
import { CALL_SUMS, type CallSums, type CallsRow, type CallValues, callNumbers, callVerdict } from './call-sums.ts';
import { withCallers } from './callers.ts';
import { unmatchedCallValues } from './known-values.ts';
import { forEachPiece } from './pieces.ts';
import { bucketsFor, keyFields, type Read, type SummaryQuestion, withoutNulls } from './question.ts';
import { selectFirst } from './select-first.ts';

/** A longer call, of a week, is an error of its source, in seconds. */
const MAX_SECONDS = 7 * 24 * 3_600;

const CALLER = ['contact_id', 'phone'] as const;
type Column = keyof CallValues | (typeof CALLER)[number];

/** Counts the calls of a team that start in a window. */
export async function summarizeCalls(read: Read, question: SummaryQuestion): Promise<Omit<Summary, 'time_zone'>> {
  const { zone, groupBy, filters, order, limit } = question;
  const buckets = bucketsFor(question);
  const { columns: compared, isCounted } = callVerdict(filters);
  const grouped = groupBy.flatMap((name) => (name === 'caller' ? CALLER : isPeriod(name) ? [] : [name as Column]));
  const columns = [...new Set<Column>([...compared, ...grouped])];
  let piece: Piece | undefined;
  const tally = createTally<CallsRow, CallSums>(
    groupBy.map((grouping) => (row: CallsRow) => keyOf(grouping, row, piece as Piece, buckets)),
    CALL_SUMS,
  );
  /** Where the longest call is. */
  let longest: { seconds: number; pieces: Piece[] } = { seconds: -1, pieces: [] };
  const window = await windowOf(read, question, 'calls', 'started_at');
  await forEachPiece(window, { zone, buckets }, async (current) => {
    const found = await read((db) => rowsOf(db, question, { columns, buckets, piece: current }));
    const rows = found.filter(isCounted);
    piece = current;
    await forEachInSlices(rows, tally.add);
    const seconds = rows.reduce((most, row) => Math.max(most, row.longest ?? -1), -1);
    if (seconds > longest.seconds) longest = { seconds, pieces: [current] };
    else if (seconds === longest.seconds && seconds >= 0) longest.pieces.push(current);
    return recordsOf(found);
  });

  const { total, groups } = tally.result();
  const measure = ({ count, milliseconds }: CallSums) =>
    order === 'key' ? 0 : order === 'seconds' ? milliseconds : count;
  const { shown, other } = await selectFirst(groups, { limit, measure }, CALL_SUMS);
  const keys = await withCallers(read, question, shown, shown.map(keyFields));
  return {
    kind: 'calls',
    total: {
      ...callNumbers(total),
      ...(longest.seconds < 0 ? {} : await longestCall(read, question, longest)),
    },
    groups: keys.map((fields, index) => ({
      ...withoutNulls(fields),
      ...callNumbers(shown[index]?.sums ?? CALL_SUMS.empty()),
    })),
    other: other ? { groups: other.groups, ...callNumbers(other.sums) } : null,
    known_values: total.count > 0 ? {} : await read((db) => unmatchedCallValues(db, question)),
  };
}

function keyOf(grouping: string, row: CallsRow, piece: Piece, buckets: Buckets): GroupKey {
  if (isPeriod(grouping)) return periodKey(grouping, Number(row.bucket ?? 0), piece, buckets);
  if (grouping === 'caller') {
    const { contact_id, phone } = row;
    if (contact_id) return { key: `id ${contact_id}`, fields: { contact_id } };
    return phone
      ? { key: `phone ${phone}`, fields: { phone, contact_id: null } }
      : { key: '', fields: { phone: null } };
  }
  const stated = row[grouping as keyof CallValues];
  const value = grouping === 'language' ? statedLanguage(stated) : stated;
  return { key: value ?? '', fields: { [grouping]: value || null } };
}

type Calls<O> = SelectQueryBuilder<Schema, 'calls', O>;

/** Adds the conditions of a question that an index decides. */
function matching<O>(rows: Calls<O>, { teamId, filters }: SummaryQuestion, { from, to }: Piece): Calls<O> {
  const inPiece = rows.where('team_id', '=', teamId).where('started_at', '>=', from).where('started_at', '<', to);
  const { contact_id: id, phone } = filters;
  if (id === undefined) return inPiece;
  return inPiece.where((eb) =>
    phone === undefined
      ? eb('contact_id', '=', id)
      : eb.or([eb('contact_id', '=', id), eb.and([eb('contact_id', 'is', null), eb('phone', '=', phone)])]),
  );
}

function rowsOf(
  db: Db,
  question: SummaryQuestion,
  { columns, buckets, piece }: { columns: readonly Column[]; buckets: Buckets; piece: Piece },
): Promise<CallsRow[]> {
  const isTimed = sql`duration_seconds <= ${sql.lit(MAX_SECONDS)}`;
  const plain = columns.filter((column) => column !== 'phone');
  let rows = matching(db.selectFrom('calls'), question, piece)
    .select(plain)
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.count<number>('contact_id').as('with_contact'),
      eb.fn.max('started_at').as('last'),
      sql<number>`sum(case when ${isTimed} then 1 else 0 end)`.as('timed'),
      // Whole numbers, so that the order in which they are added does not matter.
      sql<number>`sum(case when ${isTimed} then cast(round(duration_seconds * 1000) as bigint) else 0 end)`.as(
        'milliseconds',
      ),
      sql<number | null>`max(case when ${isTimed} then duration_seconds end)`.as('longest'),
    ]);
  if (plain.length > 0) rows = rows.groupBy(plain);
  // A contact is one caller, whichever telephone it uses.
  const number = sql<string | null>`case when contact_id is null then phone end`;
  if (columns.includes('phone')) rows = rows.select(number.as('phone')).groupBy(number);
  if (buckets.unitMs > 0) rows = rows.select(bucketSql('started_at', piece, buckets)).groupBy(sql.ref('bucket'));
  const isGrouped = columns.length > 0 || buckets.unitMs > 0;
  return (isGrouped ? rows : rows.having((eb) => eb.fn.countAll(), '>', 0)).execute();
}

/** Returns the longest call, of equally long ones the one whose id is first. */
async function longestCall(
  read: Read,
  question: SummaryQuestion,
  { seconds, pieces }: { seconds: number; pieces: readonly Piece[] },
): Promise<Pick<Summary['total'], 'longest_seconds' | 'longest_call_id'>> {
  const { columns, isCounted } = callVerdict(question.filters);
  let first: string | undefined;
  for (const piece of pieces) {
    const rows = await read((db) =>
      matching(db.selectFrom('calls'), question, piece)
        .where('duration_seconds', '=', seconds)
        .select(['id', ...columns])
        .execute(),
    );
    for (const row of rows) if (isCounted(row) && (first === undefined || row.id < first)) first = row.id;
  }
  return { longest_seconds: seconds, ...(first === undefined ? {} : { longest_call_id: first }) };
}
