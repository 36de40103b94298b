import type { Interval, Reach, Rest } from '../types.ts';
import { type Fields, instant, isFields, rows, text } from './fields.ts';

/** Whether an answer continues a list, so that it leaves out what is before it: its call had a cursor, or it is a later page. */
export const isContinued = (input: Fields, { page }: Fields = {}): boolean =>
  text(input.cursor) !== undefined || (typeof page === 'number' && page > 1);

/**
 * Whether the list of a later part can be read from its start: that of a search, which states its order. Without filters, the
 * start would be page 1 of all bookings in the platform's order, which no cursor continues.
 */
export const canBeginAgain = (input: Fields, answer: Fields = {}): boolean =>
  isContinued(input, answer) && text(answer.order) !== undefined;

/** What is missing from a list that was cut by its budget, has more pages, or is not the first page. */
export function restOf(answer: Fields, input: Fields): Rest | undefined {
  const { items, total, has_more: hasMore } = answer;
  const cursor = text(answer.cursor);
  const [isAfter, goesOn] = [isContinued(input, answer), cursor !== undefined || hasMore === true];
  if (!Array.isArray(items) || !(isAfter || goesOn)) return undefined;
  return {
    shown: items.length,
    total: typeof total === 'number' ? total : undefined,
    isReadable: cursor !== undefined || canBeginAgain(input, answer),
    ...reachOf(answer, isAfter, goesOn),
  };
}

/** Where a part of a list begins and ends, as far as the order of its starts tells. In another order, anything can be missing. */
function reachOf(answer: Fields, isAfter: boolean, goesOn: boolean): Reach {
  const starts = rows(answer.items).flatMap((item) => instant(item.start_time) ?? instant(item.start_local) ?? []);
  const [first, last] = [starts[0], starts.at(-1)];
  const order = orderOf(answer, starts);
  if (order === undefined || first === undefined || last === undefined) return { to: Number.NEGATIVE_INFINITY };
  const [before, after] = order === 'asc' ? [isAfter, goesOn] : [goesOn, isAfter];
  const [from, to] = order === 'asc' ? [first, last] : [last, first];
  return { ...(before ? { from } : {}), ...(after ? { to } : {}) };
}

/**
 * The order of the whole list; undefined if it is unknown. Only searches state theirs: the platform's own order may show
 * some starts that happen to rise.
 */
function orderOf({ order, complete, scanned }: Fields, starts: readonly number[]): 'asc' | 'desc' | undefined {
  if (order !== 'asc' && order !== 'desc') return undefined;
  // Of a list that was not read to its end, only what was read is in order.
  if (complete === false && scanned !== undefined) return undefined;
  const sign = order === 'asc' ? 1 : -1;
  return starts.every((start, index) => sign * (start - (starts[index - 1] ?? start)) >= 0) ? order : undefined;
}

/**
 * The window of an answer, where it begins or ends within what is drawn.
 * @param drawn of free times: from now on, because no past time is free.
 */
export function askedOf({ window }: Fields, drawn: Interval): Reach | undefined {
  const stated = isFields(window) ? window : {};
  const [from = drawn.start, to = drawn.end] = [instant(stated.from), instant(stated.to)];
  if (from <= drawn.start && to >= drawn.end) return undefined;
  return { ...(from > drawn.start ? { from } : {}), ...(to < drawn.end ? { to } : {}) };
}
