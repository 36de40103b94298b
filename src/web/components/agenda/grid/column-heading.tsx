import { dayText, shortDay } from '../../../lib/time.ts';
import { Said } from '../../said.tsx';
import { type Column, complement, isWhole } from '../columns.ts';
import { Labelled } from '../labelled.tsx';
import { shortSpan } from '../words.ts';

interface ColumnHeadingProps {
  id: string;
  column: Column;
  isWeek: boolean;
  isToday: boolean;
  thisYear: string;
  level: 2 | 3;
  zone: string;
  onDay?: ((date: string) => void) | undefined;
}

/** The day or person of a column, and when it is open. */
export function ColumnHeading({ id, column, isWeek, isToday, thisYear, level, zone, onDay }: ColumnHeadingProps) {
  const Heading = `h${level}` as const;
  const { day, person } = column;
  const { weekday, day: number } = shortDay(day.date);
  const name = (
    <Labelled label={dayText(day.date, 'long', thisYear)}>
      <span class="weekday">{weekday}</span> <span class="day-number">{number}</span>
    </Labelled>
  );
  return (
    <div class={`column-heading${isWeek && isToday ? ' today' : ''}`}>
      <Heading id={id}>
        {isWeek &&
          (onDay ? (
            <button type="button" class="link" onClick={() => onDay(day.date)}>
              {name}
            </button>
          ) : (
            name
          ))}
        {isWeek && isToday && <span class="badge">today</span>}
        {!isWeek && (person === 'none' ? 'Without a person' : person ? <Said text={person.name} /> : 'All')}
      </Heading>
      <Hours column={column} zone={zone} />
    </div>
  );
}

/** When it is open or the person works, in words; empty if that is unknown. */
export function Hours({ column, zone }: { column: Column; zone: string }) {
  const { closed, closedReason, away, day, person } = column;
  const open = closed && complement(closed, day);
  const isAway = away.some((one) => isWhole(one, day));
  const isPerson = person !== undefined && person !== 'none';
  return (
    <p class="hours quiet">
      {closedReason !== undefined && (
        <>
          Closed
          {closedReason.toLowerCase() !== 'closed' && (
            <>
              : <Said text={closedReason} />
            </>
          )}
        </>
      )}
      {closedReason === undefined && !isAway && open?.length === 0 && (isPerson ? 'Not working' : 'Closed')}
      {closedReason === undefined && !isAway && open?.map((hours) => shortSpan(hours, zone)).join(', ')}
      {isAway
        ? `${closedReason === undefined ? 'A' : '; a'}way all day`
        : away.length > 0 &&
          `${(closedReason ?? open) ? '; a' : 'A'}way ${away.map((hours) => shortSpan(hours, zone)).join(', ')}`}
    </p>
  );
}
