import { YEAR_MS } from '../../lib/time/units.ts';
import type { Block } from './content-lines.ts';
import { type Moment, momentsOf, parseProperty } from './properties.ts';
import { inEveryYear, isPast, occurrences, parseRule } from './recurrence.ts';
import { ianaOffsets, ianaZone, type Transition, UNKNOWN_ZONE, UTC, type Zone, zoneOf } from './zones.ts';

const LOCAL = () => UTC;
/** A file has a few zones. Each takes some milliseconds. */
const MAX_ZONES = 100;
/** Rules of one zone: the longest known history of a zone has some fifteen. */
const MAX_RULES = 60;
/** Changes of one rule in a year. A zone cannot be interrupted while it is read, and rules can name every hour of a year. */
const MAX_CHANGES_OF_YEAR = 24;
/** Changes of all rules of one zone in a year, those that have ended included. */
const MAX_CHANGES_OF_RULES = MAX_RULES;
/** Rules of Outlook begin in 1601, and no event that matters does. */
const FIRST_CHANGE_MS = Date.UTC(1970, 0);

/** What zones are looked up for. */
interface ZoneNames {
  /** `X-WR-TIMEZONE`: the zone that the calendar names for times without one. */
  ofCalendar: string | undefined;
  /** The zone of the business, for times without one in a calendar that names none. */
  ofBusiness: string;
}

/**
 * Returns the function that finds the zone of a `TZID`. What the file defines (VTIMEZONE) comes first, because its name may
 * be of its own, such as "Eastern Standard Time" of Outlook, or a name of the IANA database with another meaning. After the
 * last change that the file lists, the IANA database counts.
 * @param to the end of the window, in milliseconds since the epoch.
 */
export function createZoneResolver(blocks: readonly Block[], { ofCalendar, ofBusiness }: ZoneNames, to: number) {
  const defined = new Map<string, readonly string[]>();
  for (const { kind, lines } of blocks) {
    const tzid = kind === 'VTIMEZONE' ? firstValue(lines, 'tzid') : undefined;
    // A definition without offsets, as some programs write it, defines nothing.
    if (tzid !== undefined && !defined.has(tzid) && observances(lines).length > 0) defined.set(tzid, lines);
  }
  const zoneNamed = (tzid: string): Zone | undefined => {
    const lines = defined.get(tzid);
    return lines ? fileZone(tzid, lines, to) : ianaZone(tzid);
  };
  const floating = (ofCalendar ? zoneNamed(ofCalendar) : undefined) ?? ianaZone(ofBusiness) ?? UNKNOWN_ZONE;
  const zones = new Map<string, Zone>();
  return (tzid: string | undefined | null): Zone => {
    if (tzid === null) return UTC;
    if (tzid === undefined) return floating;
    const known = zones.get(tzid);
    if (known) return known;
    if (zones.size >= MAX_ZONES) return UNKNOWN_ZONE;
    const zone = zoneNamed(tzid) ?? UNKNOWN_ZONE;
    zones.set(tzid, zone);
    return zone;
  };
}

function firstValue(lines: readonly string[], name: string): string | undefined {
  const line = lines.find((one) => new RegExp(`^${name}[;:]`, 'i').test(one));
  return line === undefined ? undefined : String(parseProperty(line).values[0]);
}

/** Reads a VTIMEZONE; undefined if it is not understood as a whole. */
function fileZone(tzid: string, lines: readonly string[], to: number): Zone | undefined {
  try {
    if (lines.filter(isRule).length > MAX_RULES) throw new Error('A zone has more rules than any.');
    const budget = { remaining: MAX_CHANGES_OF_RULES };
    const transitions = observances(lines).flatMap((observance) => transitionsOf(observance, to, budget));
    const [first, ...others] = transitions.sort((a, b) => a.at - b.at);
    return first && zoneOf([first, ...others], ianaOffsets(tzid));
  } catch {
    return undefined;
  }
}

const isRule = (line: string) => /^RRULE[;:]/i.test(line);

/** The lines of each STANDARD and DAYLIGHT. */
function observances(lines: readonly string[]): string[][] {
  const found: string[][] = [];
  let current: string[] | undefined;
  for (const line of lines) {
    if (line.startsWith('BEGIN:')) {
      current = [];
      found.push(current);
    } else if (line.startsWith('END:')) current = undefined;
    else current?.push(line);
  }
  return found;
}

/** @param budget the changes in a year that rules may still name. */
function transitionsOf(lines: readonly string[], to: number, budget: { remaining: number }): Transition[] {
  const previousOffsetMs = offsetOf(firstValue(lines, 'tzoffsetfrom'));
  const offsetMs = offsetOf(firstValue(lines, 'tzoffsetto'));
  const moments = (name: string): Moment[] =>
    lines
      .filter((line) => line.toLowerCase().startsWith(name))
      .flatMap((line) => momentsOf(parseProperty(line), LOCAL));
  const [start] = moments('dtstart');
  if (!start) throw new Error('A zone has no start.');
  const onsets = [start, ...moments('rdate')].map(({ local }) => local);
  for (const line of lines.filter(isRule)) {
    const rule = parseRule(line.slice(line.indexOf(':') + 1));
    // Another frequency is none of a clock change, and could take long.
    if (rule.frequency !== 'YEARLY') throw new Error('A zone changes more often than in some months of the year.');
    const end = to + YEAR_MS;
    const { length: changes } = occurrences(inEveryYear(rule), start.local, { from: to, to: end });
    budget.remaining -= changes;
    if (changes > MAX_CHANGES_OF_YEAR || budget.remaining < 0)
      throw new Error('A zone changes more often than clocks do.');
    for (const local of occurrences(rule, start.local, { from: Math.max(start.local, FIRST_CHANGE_MS), to: end })) {
      if (!isPast(rule, local, false, local - previousOffsetMs)) onsets.push(local);
    }
  }
  return [...new Set(onsets)].map((local) => ({ at: local - previousOffsetMs, offsetMs, previousOffsetMs }));
}

/** @param text an offset of jCal, such as -05:00. */
function offsetOf(text: string | undefined): number {
  const [, sign, hours, minutes, seconds = '0'] = /^([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(text ?? '') ?? [];
  if (sign === undefined) throw new Error('A zone has no offset.');
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
  return sign === '-' ? -ms : ms;
}
