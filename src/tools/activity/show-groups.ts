import { customerFields } from '../../lib/activity/people.ts';
import { isPeriod } from '../../lib/activity/periods.ts';
import { selectGroups } from '../../lib/activity/select-groups.ts';
import type { Group, Sums } from '../../lib/activity/tally.ts';
import type { JsonObject } from '../../lib/json.ts';
import { say, trusted } from '../../lib/text/sentence.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';
import { takeWithinBudget } from '../output/token-budget.ts';
import { fillNames, type NameField, namesOf } from '../search/record-names.ts';
import type { Kind, Order } from './choices.ts';

const ORDERS_OF: Readonly<Record<Kind, readonly Order[]>> = {
  bookings: ['count', 'value'],
  calls: ['count', 'seconds'],
};

/** Which groups an answer shows. */
export interface Shown {
  limit: number;
  /** Default: by count; in chronological order if the first grouping is a period. */
  order?: Order | undefined;
}

/** @throws ToolError for an order that these records do not have. */
export function rejectForeignOrder(kind: Kind, order: Order | undefined): void {
  const known = ORDERS_OF[kind];
  if (order !== undefined && !known.includes(order))
    throw new ToolError(say`order: ${trusted(kind)} have no ${order}. Write ${trusted(known.join(' or '))}.`);
}

/** The part of the token budget of an answer that groups may take. */
const BUDGET_SHARE = 0.75;

interface Groups<S> extends Shown {
  group_by: readonly string[];
  groups: readonly Group<S>[];
  /** The sum of groups that are known only together. */
  rest: { groups: number; sums: S } | undefined;
  /** See `Counted`. */
  areCustomersNamed?: boolean | undefined;
  sums: Pick<Sums<never, S>, 'empty' | 'merge'>;
  /** The fields that show sums. */
  numbers: (sums: S) => JsonObject;
  measures: Partial<Record<Order, (sums: S) => number>> & { count: (sums: S) => number };
}

/**
 * Returns the groups of an answer: those with the largest measure, periods in chronological order, and the sum of those for
 * which limit or token budget leave no room. Nothing without groupings.
 */
export async function showGroups<S>(
  { group_by, groups, rest, areCustomersNamed, sums, numbers, measures, limit, order }: Groups<S>,
  context: ToolContext,
) {
  if (group_by.length === 0) return {};
  const isByKey = order === undefined && isPeriod(group_by[0] ?? '');
  const measure = measures[order ?? 'count'] ?? measures.count;
  const select = (count: number) => selectGroups(groups, { limit: count, measure, isByKey }, sums);

  const selected = select(limit).shown;
  const present = areCustomersNamed
    ? (fields: JsonObject) => fields
    : await presentCustomers(selected, group_by, context);
  const rows = await namedRows(
    selected.map(({ keys }) =>
      Object.assign({}, ...keys.map(({ fields }, at) => (group_by[at] === 'customer' ? present(fields) : fields))),
    ),
    group_by,
    context,
  );
  for (const [index, row] of rows.entries()) Object.assign(row, numbers((selected[index] as Group<S>).sums));
  const rowOf = new Map(selected.map((group, index) => [group, rows[index] as JsonObject]));
  const room = context.settings.maxTokens * BUDGET_SHARE;
  const { shown, other: cut } = select(takeWithinBudget(rows, room).length);
  const other = together(cut, rest, sums);
  return {
    groups: shown.map((group) => rowOf.get(group) as JsonObject),
    ...(other ? { other: { groups: other.groups, ...numbers(other.sums) } } : {}),
  };
}

function together<S>(
  one: Groups<S>['rest'],
  another: Groups<S>['rest'],
  { empty, merge }: Groups<S>['sums'],
): Groups<S>['rest'] {
  if (!one || !another) return one ?? another;
  const sums = empty();
  for (const part of [one, another]) merge(sums, part.sums);
  return { groups: one.groups + another.groups, sums };
}

/**
 * Returns a function that names a customer as the contact is named now, where the contacts can be read: bookings of one contact
 * can have several names, such as those of a family.
 */
async function presentCustomers(
  groups: readonly Group<unknown>[],
  group_by: readonly string[],
  context: ToolContext,
): Promise<(fields: JsonObject) => JsonObject> {
  const at = group_by.indexOf('customer');
  const hasContacts = groups.some(({ keys }) => keys[at]?.fields.contact_id);
  const names = hasContacts ? await namesOf('contact', context) : new Map<string, string>();
  return (fields) => {
    const contact_id = String(fields.contact_id);
    const name = names.get(contact_id);
    return name ? customerFields({ contact_id, name, phone: undefined, email: undefined }) : fields;
  };
}

/** Groupings by records, with the fields of their ids and names. */
const NAMES: readonly NameField[] = [
  { kind: 'service', id: 'service_id', name: 'service' },
  { kind: 'staff', id: 'staff_id', name: 'staff' },
  { kind: 'contact', id: 'contact_id', name: 'customer' },
  { kind: 'contact', id: 'contact_id', name: 'caller' },
];

/**
 * Returns rows with the names of their records. The ids of contacts stay, because other tools need them; those of services
 * and staff members only where the name is missing or not unique.
 */
async function namedRows(
  rows: readonly JsonObject[],
  group_by: readonly string[],
  context: ToolContext,
): Promise<JsonObject[]> {
  const fields = NAMES.filter(({ name }) => group_by.includes(name));
  const named = await fillNames(rows, fields, context);
  for (const { kind, id, name } of fields) {
    if (kind === 'contact') continue;
    const idsOf = new Map<unknown, Set<unknown>>();
    for (const row of named) idsOf.set(row[name], (idsOf.get(row[name]) ?? new Set()).add(row[id]));
    for (const row of named) if (row[name] !== undefined && idsOf.get(row[name])?.size === 1) delete row[id];
  }
  return named;
}
