import { addDays } from '../../../../lib/time/add-days.ts';
import { type ToolResult, VIEW_DATA } from '../../../lib/tool-result.ts';
import { date, type Fields, isFields, rows, text } from './fields.ts';
import { MAX_DAYS } from './read-days.ts';

/**
 * Adds the bookings of further answers of the same list to its first answer, and their days as far as they can be drawn.
 * @param dates that are drawn, and stay.
 */
export function joinAnswers(first: ToolResult, further: readonly ToolResult[], dates: readonly string[]): ToolResult {
  const answers = [first, ...further];
  const last = answers.at(-1)?.structuredContent ?? {};
  const { cursor: _, ...answer } = { ...first.structuredContent };
  const view = viewOf(first);
  const agendas = answers.map((one) => viewOf(one)?.agenda);
  return {
    ...first,
    structuredContent: {
      ...answer,
      items: answers.flatMap(({ structuredContent }) => rows(structuredContent?.items)),
      has_more: last.has_more,
      ...(text(last.cursor) === undefined ? {} : { cursor: last.cursor }),
    },
    _meta: {
      ...first._meta,
      [VIEW_DATA]: isFields(view?.agenda) ? { ...view, agenda: joinAgendas(agendas, dates) } : view,
    },
  };
}

function viewOf({ _meta }: ToolResult): Fields | undefined {
  const view = _meta?.[VIEW_DATA];
  return isFields(view) ? view : undefined;
}

function joinAgendas(agendas: readonly unknown[], dates: readonly string[]): Fields {
  const known = agendas.filter(isFields);
  const bookings = agendas.map((agenda) => (isFields(agenda) ? agenda.bookings : undefined));
  return {
    ...known[0],
    ...joinRanges([{ from: dates[0], to: dates.at(-1) }, ...known]),
    days: known.flatMap(({ days }) => rows(days)),
    staff: joinStaff(known.flatMap(({ staff }) => rows(staff))),
    ...(known.some(({ conflicts_unknown: isUnknown }) => isUnknown === true) ? { conflicts_unknown: true } : {}),
    // Without those of one answer, the ones that the answers state are drawn.
    bookings: bookings.every(Array.isArray) ? bookings.flat() : undefined,
  };
}

/** The days of a list without an end are those of its bookings: first the later ones are added, as many as can be drawn. */
function joinRanges(parts: readonly Fields[]): { from?: string; to?: string } {
  const ranges = parts.flatMap((part) => {
    const [from, to] = [date(part.from), date(part.to)];
    return from && to ? [{ from, to }] : [];
  });
  const [drawn] = ranges;
  if (!drawn) return {};
  const latest = ranges.reduce((found, { to }) => later(found, to), drawn.to);
  const to = earlier(latest, addDays(drawn.from, MAX_DAYS - 1));
  const earliest = ranges.reduce((found, { from }) => earlier(found, from), drawn.from);
  return { from: later(earliest, addDays(to, 1 - MAX_DAYS)), to };
}

const earlier = (one: string, other: string) => (one < other ? one : other);
const later = (one: string, other: string) => (one > other ? one : other);

function joinStaff(people: readonly Fields[]): Fields[] {
  const joined = new Map<unknown, Fields>();
  for (const person of people) {
    const key = person.id ?? person.name;
    const before = joined.get(key);
    joined.set(key, { ...person, days: [...rows(before?.days), ...rows(person.days)] });
  }
  return [...joined.values()];
}
