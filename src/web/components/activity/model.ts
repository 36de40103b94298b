import { defined } from '../../../lib/defined.ts';
import { type Fields, fieldsOf, instantOf, listOf, numberOf, textOf, textsOf } from '../../lib/json-fields.ts';
import { type ToolResult, VIEW_DATA } from '../../lib/tool-result.ts';

/** Counts, values and lengths of bookings or calls. */
export interface Numbers {
  count: number;
  cancelled?: number;
  noShows?: number;
  /** By currency (ISO 4217; empty: not stated), in its minor unit. */
  values: ReadonlyMap<string, number>;
  withoutPrice?: number;
  totalSeconds?: number;
  averageSeconds?: number;
  withoutDuration?: number;
}

/** What a group has in common: a value of each grouping, `null` where the platform does not state it. */
export type GroupKeys = Readonly<Record<string, string | number | null>>;

export interface Group {
  keys: GroupKeys;
  numbers: Numbers;
}

/** An answer of `summarize_activity`. */
export interface ActivitySummary {
  kind: 'bookings' | 'calls';
  total: Numbers;
  withContact?: number;
  longestSeconds?: number;
  /** Names of the groupings, in order; empty without groups. */
  groupings: string[];
  groups: Group[];
  /** The groups that the answer does not list. */
  other?: { groups: number; numbers: Numbers };
  isComplete: boolean;
  /** Instants in milliseconds since the epoch; `to` is exclusive. */
  window: { from?: number; to?: number };
  timeZone?: string;
  now?: number;
  /** What is missing and how the numbers were made, in sentences. */
  notes: string[];
}

const PERSONS = ['customer', 'caller'];
const GROUPINGS = [
  'day',
  'week',
  'month',
  'hour',
  'weekday',
  'service',
  'staff',
  'status',
  'outcome',
  'direction',
  'language',
  ...PERSONS,
];

/** Reads an answer of `summarize_activity`; undefined for any other one. `input` has the arguments of the call. */
export function readActivity({ structuredContent, _meta }: ToolResult, input: Fields): ActivitySummary | undefined {
  const answer = fieldsOf(structuredContent);
  const kind = answer.bookings ? 'bookings' : answer.calls ? 'calls' : undefined;
  if (!kind) return undefined;
  const counted = fieldsOf(answer[kind]);
  if (numberOf(counted.count) === undefined) return undefined;
  const currency = textOf(counted.currency) ?? '';
  const rows = listOf(counted.groups);
  const groupings = groupingsOf(rows, textsOf(input.group_by), kind);
  const window = fieldsOf(answer.window);
  const other = fieldsOf(counted.other);
  return {
    kind,
    total: numbersOf(counted, currency),
    groupings,
    groups: rows.map((row) => ({ keys: keysOf(row, groupings), numbers: numbersOf(row, currency) })),
    isComplete: answer.complete !== false,
    window: defined({ from: instantOf(window.from), to: instantOf(window.to) }),
    notes: notesOf(answer),
    ...defined({
      withContact: numberOf(counted.with_contact),
      longestSeconds: numberOf(counted.longest_seconds),
      other: numberOf(other.groups) ? { groups: Number(other.groups), numbers: numbersOf(other, currency) } : undefined,
      timeZone: textOf(answer.time_zone),
      now: instantOf(fieldsOf(_meta?.[VIEW_DATA]).now),
    }),
  };
}

function numbersOf(fields: Fields, currency: string): Numbers {
  const values = new Map<string, number>();
  const value = numberOf(fields.value_cents);
  if (value !== undefined) values.set(currency, value);
  for (const amount of listOf(fields.values))
    values.set(textOf(amount.currency) ?? '', numberOf(amount.value_cents) ?? 0);
  return {
    count: numberOf(fields.count) ?? 0,
    values,
    ...defined({
      cancelled: numberOf(fields.cancelled),
      noShows: numberOf(fields.no_shows),
      withoutPrice: numberOf(fields.without_price),
      totalSeconds: numberOf(fields.total_seconds),
      averageSeconds: numberOf(fields.average_seconds),
      withoutDuration: numberOf(fields.without_duration),
    }),
  };
}

/** The groupings of the request, otherwise those that the groups show. */
function groupingsOf(rows: readonly Fields[], requested: readonly string[], kind: string): string[] {
  if (rows.length === 0) return [];
  const known = [...new Set(requested)].filter((name) => GROUPINGS.includes(name));
  if (known.length > 0) return known;
  const person = kind === 'bookings' ? 'customer' : 'caller';
  const isPerson = (row: Fields) => ['contact_id', 'phone', 'email', person].some((name) => row[name] !== undefined);
  return GROUPINGS.filter((name) => {
    // A day is shown with its weekday.
    if (name === 'weekday' && rows.some(({ day }) => day !== undefined)) return false;
    return name === person ? rows.some(isPerson) : rows.some((row) => row[name] !== undefined);
  });
}

function keysOf(row: Fields, groupings: readonly string[]): GroupKeys {
  const keyOf = (grouping: string): string | number | null => {
    if (grouping === 'week') return textOf(row.week_start) ?? null;
    if (grouping === 'hour') return numberOf(row.hour) ?? null;
    const value = textOf(row[grouping]);
    if (value !== undefined) return value;
    if (PERSONS.includes(grouping)) return textOf(row.phone) ?? textOf(row.email) ?? textOf(row.contact_id) ?? null;
    return textOf(row[`${grouping}_id`]) ?? null;
  };
  return Object.fromEntries(groupings.map((grouping) => [grouping, keyOf(grouping)]));
}

function notesOf(answer: Fields): string[] {
  const [note, omitted] = [textOf(answer.note), textOf(answer.omitted)];
  return [
    ...textsOf(answer.unread).map((what) => `Not counted: ${what}`),
    ...(omitted ? [`Left out: ${omitted}`] : []),
    ...(note ? [note] : []),
  ];
}
