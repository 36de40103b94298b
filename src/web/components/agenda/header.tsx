import type { ComponentChildren } from 'preact';
import { countText } from '../../lib/moments.ts';
import { clockText, dayText, localTime } from '../../lib/time.ts';
import { Said } from '../said.tsx';
import type { AgendaActions } from './actions.ts';
import type { Agenda } from './types.ts';
import { daysText, type Zones, zoneText } from './words.ts';

interface HeaderProps {
  agenda: Agenda;
  /** The dates that are drawn. */
  dates: readonly string[];
  zones: Zones;
  now: number;
  thisYear: string;
  /** Appointments on these days. */
  count: number;
  onRead(run: Promise<void> | undefined): void;
  level: 1 | 2;
  actions: AgendaActions;
  /** Cancelled and rejected appointments on these days. */
  offCount: number;
  isOffShown: boolean;
  onToggleOff(): void;
  /** Shows the days before and after, as far as there are some; undefined: no such days. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  /** Shows the week again. */
  onWeek: (() => void) | undefined;
  children?: ComponentChildren;
}

/** Which days these are, in which zone, and what can be shown of them. */
export function Header(props: HeaderProps) {
  const {
    agenda,
    dates,
    zones,
    now,
    thisYear,
    count,
    onRead,
    level,
    actions,
    offCount,
    isOffShown,
    onToggleOff,
    children,
  } = props;
  const { onPrevious, onNext, onWeek } = props;
  const Heading = `h${level}` as const;
  return (
    <div class="agenda-head">
      <div class="agenda-title">
        <Heading tabIndex={-1} data-heading>
          <Title agenda={agenda} dates={dates} thisYear={thisYear} />
        </Heading>
        <p class="quiet">
          {[
            durationText(agenda),
            count > 0 && countText(count, 'appointment'),
            zoneText(zones, dates),
            asOfText(agenda, now),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div class="agenda-tools">
        {onWeek && (
          <button type="button" onClick={onWeek}>
            All days
          </button>
        )}
        {(onPrevious ?? onNext) && (
          <span class="pager">
            <button type="button" aria-label="Previous days" disabled={!onPrevious} onClick={onPrevious}>
              <span aria-hidden="true">‹</span>
            </button>
            <button type="button" aria-label="Next days" disabled={!onNext} onClick={onNext}>
              <span aria-hidden="true">›</span>
            </button>
          </span>
        )}
        {offCount > 0 && (
          <button type="button" onClick={onToggleOff}>
            {`${isOffShown ? 'Hide' : 'Show'} ${offCount} cancelled`}
          </button>
        )}
        {actions.refresh && (
          <button type="button" onClick={() => onRead(actions.refresh?.())}>
            {agenda.bookings || agenda.free ? 'Refresh' : 'Show appointments'}
          </button>
        )}
        {children}
      </div>
    </div>
  );
}

/** `Dr. Rafael Ibarra, Monday, March 4` */
export function Title({ agenda, dates, thisYear }: Pick<HeaderProps, 'agenda' | 'dates' | 'thisYear'>) {
  return (
    <>
      {agenda.free && (
        <>
          Free times for <Said text={agenda.free.service ?? agenda.free.serviceId} />
          {agenda.person ? ' with ' : ', '}
        </>
      )}
      {agenda.person && (
        <>
          <Said text={agenda.person.name} />,{' '}
        </>
      )}
      {daysText(dates, thisYear)}
    </>
  );
}

/** When the answer was made, with the day if it is not today. */
function asOfText({ takenAt, zone }: Agenda, now: number): string | undefined {
  if (takenAt === undefined) return undefined;
  const [date, today] = [takenAt, now].map((at) => localTime(new Date(at), zone).date) as [string, string];
  return `as of ${date === today ? '' : `${dayText(date, 'short')}, `}${clockText(new Date(takenAt), zone)}`;
}

const durationText = ({ free }: Agenda) => free && free.minutes > 0 && `${free.minutes} minutes`;
