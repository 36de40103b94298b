import { DAY_MS } from '../../lib/time/units.ts';
import { CalendarUnreadableError } from './errors.ts';
import {
  type Extent,
  extentOf,
  type Moment,
  momentsOf,
  type Period,
  type Property,
  parseProperty,
  periodsOf,
  type ZoneResolver,
} from './properties.ts';
import { parseRule, type Rule } from './recurrence.ts';

/** What decides when an event of a calendar (VEVENT) is busy. */
export interface CalendarEvent {
  uid: string | undefined;
  start: Moment;
  extent: Extent;
  rules: Rule[];
  /** `RDATE`: further times, with the event's own extent or another. */
  additions: { start: Moment; extent: Extent | undefined }[];
  /** `EXDATE`. */
  exclusions: Moment[];
  /** The occurrence of a series that this event replaces, and whether it replaces all later ones. */
  replaces: { moment: Moment; andFuture: boolean } | undefined;
  /** False if it is cancelled, or does not block the time. */
  isBusy: boolean;
}

const misunderstood = () => new CalendarUnreadableError('time_not_understood');

/**
 * Reads an event; undefined if it certainly takes no time from `from` on, whatever else is written in it.
 * @param from in milliseconds since the epoch.
 * @throws CalendarUnreadableError if its times are not all understood.
 */
export function readEvent(lines: readonly string[], zones: ZoneResolver, from: number): CalendarEvent | undefined {
  const names = lines.map((line) => line.slice(0, line.search(/[;:]/)).toLowerCase());
  const written = (name: string) => lines.filter((_line, index) => names[index] === name);
  const named = (name: string) => written(name).map(parseProperty);
  // Some programs write the name also where they have no times to list.
  const listed = (name: string) =>
    written(name)
      .filter((line) => !/:\s*$/.test(line))
      .map(parseProperty);
  // A second value could be a line of a text that is broken: then the event is busy.
  const isBusy = !hasOnly(named('status'), 'CANCELLED') && !hasOnly(named('transp'), 'TRANSPARENT');
  const isSeries = names.includes('rrule') || names.includes('rdate');
  const isSingle = !isSeries && !names.includes('recurrence-id');
  if (isSingle && !isBusy) return undefined;
  const only = (name: string) => {
    const [property, ...others] = named(name);
    if (others.length > 0) throw misunderstood();
    return property;
  };
  const start = momentOf(only('dtstart'), zones);
  if (!start) throw misunderstood();
  const extent = extentOfEvent(start, only('dtend'), only('duration'), zones);
  if (!extent) {
    // It ends before it begins.
    if (isSingle && start.zone.latest(start.local) < from) return undefined;
    throw misunderstood();
  }
  const recurrence = only('recurrence-id');
  const replaced = momentOf(recurrence, zones);
  const rules = written('rrule').map((line) => parseRule(line.slice(line.indexOf(':') + 1)));
  if (replaced && rules.length > 0) throw new CalendarUnreadableError('recurrence_not_understood');
  return {
    uid: named('uid')[0]?.values.join(','),
    start,
    extent,
    rules,
    additions: listed('rdate').flatMap((property) => additionsOf(property, zones)),
    // Without a series nothing is excluded.
    exclusions: isSeries ? listed('exdate').flatMap((property) => momentsOf(property, zones)) : [],
    replaces: replaced && {
      moment: replaced,
      andFuture: String(recurrence?.parameters.range).toUpperCase() === 'THISANDFUTURE',
    },
    isBusy,
  };
}

const hasOnly = (properties: readonly Property[], value: string) =>
  properties.length === 1 && String(properties[0]?.values[0]).trim().toUpperCase() === value;

function momentOf(property: Property | undefined, zones: ZoneResolver): Moment | undefined {
  if (!property) return undefined;
  const [moment, ...others] = momentsOf(property, zones);
  if (!moment || others.length > 0) throw misunderstood();
  return moment;
}

function additionsOf(property: Property, zones: ZoneResolver): CalendarEvent['additions'] {
  if (!Array.isArray(property.values[0])) {
    return momentsOf(property, zones).map((start) => ({ start, extent: undefined }));
  }
  return periodsOf(property, zones).map((period) => ({ start: period.start, extent: extentOfPeriod(period) }));
}

/** The length of a period. @throws CalendarUnreadableError if it ends before it begins. */
export function extentOfPeriod({ start, extent }: Period): Extent {
  const found = 'end' in extent ? extentTo(start, extent.end) : extent;
  if (!found) throw misunderstood();
  return found;
}

/** RFC 5545, 3.6.1: without an end, a date is a whole day and a time takes none. Undefined if it ends before it begins. */
function extentOfEvent(
  start: Moment,
  end: Property | undefined,
  duration: Property | undefined,
  zones: ZoneResolver,
): Extent | undefined {
  const extent = statedExtent(start, momentOf(end, zones), duration);
  // Some programs let a day end when it begins.
  return start.isDate && extent?.days === 0 && extent.ms === 0 ? { days: 1, ms: 0 } : extent;
}

function statedExtent(start: Moment, end: Moment | undefined, duration: Property | undefined): Extent | undefined {
  if (end) return extentTo(start, end);
  if (duration && String(duration.values[0]).startsWith('-')) return undefined;
  return duration ? extentOf(duration.values[0]) : { days: 0, ms: 0 };
}

function extentTo(start: Moment, end: Moment): Extent | undefined {
  if (start.isDate && end.isDate) {
    const days = (end.local - start.local) / DAY_MS;
    return days < 0 ? undefined : { days, ms: 0 };
  }
  const latestEnd = end.zone.latest(end.local);
  if (latestEnd < start.zone.earliest(start.local)) return undefined;
  // From the latest start: less than nothing, if the event begins in a zone that is not known and ends in one that is.
  return { days: 0, ms: latestEnd - start.zone.latest(start.local) };
}
