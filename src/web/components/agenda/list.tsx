import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { countText } from '../../lib/moments.ts';
import { clockText, dayText } from '../../lib/time.ts';
import { Said } from '../said.tsx';
import type { Selection } from './agenda-state.ts';
import { type Column, isStaffOff, isWhole, type SlotGroup } from './columns.ts';
import { ConflictLine } from './conflict.tsx';
import { Customer, MAX_SHOWN } from './customer.tsx';
import { emptyText } from './empty.ts';
import { bookingLabel, groupLabel } from './grid/block.tsx';
import { blockClass, ofGroup } from './grid/column.tsx';
import { Hours } from './grid/column-heading.tsx';
import { Labelled } from './labelled.tsx';
import type { Booking, Person } from './types.ts';
import {
  NOT_WORKING,
  overnightText,
  quotedText,
  shortSpan,
  spanText,
  statusText,
  userTime,
  type Zones,
} from './words.ts';

export interface ListProps {
  /** A section for each day. */
  columns: Column[];
  people: readonly Person[];
  zones: Zones;
  now: number;
  today: string;
  thisYear: string;
  headingLevel: 2 | 3;
  /** It shows free times, not appointments. */
  isFree: boolean;
  selected: string | undefined;
  onSelect(selection: Selection, key: string): void;
  onDay: ((date: string) => void) | undefined;
  /** The panel, which stands below what was chosen. */
  panel: ComponentChildren;
}

/** Entries of a day that are shown at first. */
const SHOWN = 100;

type Entry = { start: number } & (
  | { kind: 'booking'; booking: Booking }
  | { kind: 'free'; group: SlotGroup }
  | { kind: 'now' }
);

/** The agenda as lists by time, for narrow pages. */
export function List({ columns, ...props }: ListProps) {
  return (
    <div class="lists">
      {columns.map((column, index) => (
        <Day key={column.key} column={column} index={index} isOnly={columns.length === 1} {...props} />
      ))}
    </div>
  );
}

interface DayProps extends Omit<ListProps, 'columns'> {
  column: Column;
  index: number;
  isOnly: boolean;
}

function Day({
  column,
  index,
  isOnly,
  people,
  zones,
  now,
  today,
  thisYear,
  headingLevel,
  isFree,
  onDay,
  ...cell
}: DayProps) {
  const [isWhole, setWhole] = useState(false);
  const { day, bookings, groups } = column;
  const Heading = `h${headingLevel}` as const;
  const entries: Entry[] = [
    ...bookings.map((booking): Entry => ({ kind: 'booking', start: booking.start, booking })),
    ...groups.map((group): Entry => ({ kind: 'free', start: group.start, group })),
  ];
  if (day.date === today && entries.length > 0) entries.push({ kind: 'now', start: now });
  entries.sort((a, b) => a.start - b.start);
  const shown = isWhole ? entries : entries.slice(0, SHOWN);
  const id = `agenda-day-${index}`;
  const name = dayText(day.date, 'long', thisYear);
  return (
    <section class="list-day" data-column aria-labelledby={isOnly ? undefined : id}>
      {!isOnly && (
        <div class={`list-heading${day.date === today ? ' today' : ''}`}>
          <Heading id={id}>
            {onDay ? (
              <button type="button" class="link" onClick={() => onDay(day.date)}>
                {name}
              </button>
            ) : (
              name
            )}
            {day.date === today && <span class="badge">today</span>}
          </Heading>
          {entries.length > 0 && <Hours column={column} zone={zones.business} />}
        </div>
      )}
      {!isOnly && entries.length === 0 && <p class="quiet">{emptyText(column, zones.business, isFree)}</p>}
      <Absences column={column} people={people} zone={zones.business} />
      <ul>
        {shown.map((entry) => (
          <Row key={keyOf(entry, column)} entry={entry} column={column} zones={zones} now={now} {...cell} />
        ))}
      </ul>
      {shown.length < entries.length && (
        <button type="button" onClick={() => setWhole(true)}>
          {`Show ${entries.length - shown.length} more`}
        </button>
      )}
    </section>
  );
}

function keyOf(entry: Entry, column: Column): string {
  if (entry.kind === 'now') return 'now';
  return entry.kind === 'free' ? entry.group.key : `${entry.booking.key}@${column.key}`;
}

interface RowProps extends Pick<ListProps, 'zones' | 'now' | 'selected' | 'onSelect' | 'panel'> {
  entry: Entry;
  column: Column;
}

function Row({ entry, column, zones, now, selected, onSelect, panel }: RowProps) {
  if (entry.kind === 'now') {
    return (
      <li class="now-row">
        <span>{`Now, ${clockText(new Date(now), zones.business)}`}</span>
      </li>
    );
  }
  const key = keyOf(entry, column);
  const isSelected = selected === key;
  if (entry.kind === 'free') {
    const { group } = entry;
    const selection = ofGroup(group);
    const [first, last] = [group.slots[0], group.slots.at(-1)];
    if (!first || !last) return null;
    const user = userStarts(first.start, last.start, zones);
    return (
      <li>
        <button
          type="button"
          class="row block free"
          data-cell={key}
          aria-expanded={isSelected}
          onClick={() => onSelect(selection, key)}
        >
          <Labelled label={groupLabel(group, zones)}>
            {' '}
            <span class="time">{clockText(new Date(first.start), zones.business)}</span>
            <span class="what">
              {group.slots.length === 1
                ? 'Free'
                : `${countText(group.slots.length, 'free time')} until ${clockText(new Date(last.start), zones.business)}`}
              {user && <span class="quiet">{`${user} your time`}</span>}
            </span>
          </Labelled>{' '}
        </button>
        {isSelected && panel}
      </li>
    );
  }
  const { booking } = entry;
  const { service, name, staff, status, isOff, isMissed, isPending } = booking;
  const isPersonOff = isStaffOff(booking, column);
  const [user, overnight] = [userTime(booking, zones), overnightText(booking, column.day)];
  return (
    <li>
      <button
        type="button"
        class={`row ${blockClass(booking)}`}
        data-cell={key}
        aria-expanded={isSelected}
        onClick={() => onSelect({ kind: 'booking', booking }, key)}
      >
        <Labelled label={bookingLabel(booking, column.day, zones, isPersonOff)}>
          {' '}
          <span class="time">{shortSpan(booking, zones.business)}</span>
          <span class="what">
            <span class="who">
              {(isOff || isMissed || isPending) && status && <span class="state">{statusText(status)}</span>}
              {name ? <Customer name={name} /> : 'No name'}
            </span>
            <span class="quiet">
              {service && <Said text={service} max={MAX_SHOWN} />}
              {staff && (
                <>
                  {' with '}
                  <Said text={staff} max={MAX_SHOWN} />
                  {isPersonOff && `, ${NOT_WORKING}`}
                </>
              )}
            </span>
            <ConflictLine booking={booking} zone={zones.business} />
            {(overnight || user) && (
              <span class="quiet">{[overnight, user && `${user} your time`].filter(Boolean).join(' · ')}</span>
            )}
          </span>
        </Labelled>{' '}
      </button>
      {isSelected && panel}
    </li>
  );
}

/** The first and the last of some starts by the clock of the user; undefined if it shows the same as that of the business. */
function userStarts(first: number, last: number, zones: Zones): string | undefined {
  const times = userTime({ start: first, end: last }, zones);
  return first === last ? times?.split(' to ')[0] : times;
}

/** Who of the people is away on the day, and when. */
export function Absences({
  column: { day },
  people,
  zone,
}: {
  column: Column;
  people: readonly Person[];
  zone: string;
}) {
  const away = people.flatMap((person) => {
    const spans = person.days?.get(day.date)?.away ?? [];
    return spans.length > 0
      ? [
          `${quotedText(person.name)} is away ${spans.map((span) => (isWhole(span, day) ? 'all day' : spanText(span, zone))).join(', ')}`,
        ]
      : [];
  });
  return away.length > 0 ? <p class="quiet absences">{`${away.join('. ')}.`}</p> : null;
}
