import type { ComponentChildren } from 'preact';
import { countText, placeOf } from '../../lib/moments.ts';
import { dayText, localTime } from '../../lib/time.ts';
import { DayField } from '../day-field.tsx';
import type { AgendaActions } from './actions.ts';
import type { Selection } from './agenda-state.ts';
import { useFocus } from './hooks.ts';
import { OtherTime } from './other-time.tsx';
import { dayAndTime, type Outcome } from './outcome.ts';
import { OutcomeText } from './outcome-text.tsx';
import { SlotButtons } from './panel/several-panel.tsx';
import { hasSlotOn, MOVE_DAYS } from './tool-actions.ts';
import type { Agenda, FreeTimes, Moving, Reach, Rest, Slot } from './types.ts';
import { reasonsText } from './why.ts';
import { appointmentText, daysText, quotedText, type Zones } from './words.ts';

/** What came of the last action. It takes the focus: what had it may be gone, and a failure must be noticed. */
export function OutcomeNotice({ outcome, agenda: { dates, zone }, bookingHref, onClose }: OutcomeNoticeProps) {
  const ref = useFocus<HTMLDivElement>(outcome);
  const moved = outcome?.moved;
  const href = moved && !dates.includes(moved.day) ? bookingHref?.(moved.id, moved.day) : undefined;
  return (
    <div role="status" class="outcome">
      {outcome && (
        <div ref={ref} class={`notice ${outcome.kind}`} tabIndex={-1}>
          <OutcomeText outcome={outcome} zone={zone} />
          {href && (
            <p>
              <a href={href}>Show it there</a>
            </p>
          )}
          <button type="button" class="link" onClick={onClose}>
            Dismiss
          </button>
        </div>
      )}
    </div>
  );
}

interface OutcomeNoticeProps {
  outcome: Outcome | undefined;
  agenda: Agenda;
  bookingHref: AgendaActions['bookingHref'];
  onClose(): void;
}

interface GapsProps {
  agenda: Agenda;
  actions: AgendaActions;
  onRead(run: Promise<void> | undefined): void;
}

/** What the drawn days do not show. */
export function Gaps({ agenda, actions, onRead }: GapsProps) {
  const { rest, asked, elsewhere, zone } = agenda;
  return (
    <>
      {rest && (
        <div class="notice warn part">
          <p>
            {`This is a part: ${countText(rest.shown, 'appointment')}${rest.total === undefined ? '' : ` of ${rest.total}`}.`}
            {missingText(rest, zone)}
          </p>
          {actions.loadRest && rest.isReadable && (
            <button type="button" onClick={() => onRead(actions.loadRest?.())}>
              Show the rest
            </button>
          )}
        </div>
      )}
      {asked && <p class="quiet">{`The time ${outsideText(asked, zone)} was not asked for.`}</p>}
      {elsewhere > 0 && (
        <p class="quiet">{`${countText(elsewhere, 'more appointment')} of this answer ${elsewhere === 1 ? 'is' : 'are'} not drawn here.`}</p>
      )}
    </>
  );
}

/** ` Those before Monday, 23 November, 9:30 are not shown.`; empty if it is unknown which. */
function missingText(rest: Rest, zone: string): string {
  const outside = rest.to === Number.NEGATIVE_INFINITY ? '' : outsideText(rest, zone);
  return outside && ` Those ${outside} are not shown.`;
}

/** `before Monday, 23 November, 9:30 and after Tuesday, 24 November, 9:30`, as far as there are ends. */
const outsideText = ({ from, to }: Reach, zone: string): string =>
  [
    ...(from === undefined ? [] : [`before ${dayAndTime(from, zone)}`]),
    ...(to === undefined ? [] : [`after ${dayAndTime(to, zone)}`]),
  ].join(' and ');

interface MovingNoticeProps {
  moving: Moving | undefined;
  agenda: Agenda;
  /** Free times on other days, where they do not stand below those of the drawn ones. */
  children?: ComponentChildren;
  zones: Zones;
  thisYear: string;
  now: number;
  /** Whether a time that is not free can be typed, too. */
  mayOverride: boolean;
  /** True while free times are looked for. */
  isLooking: boolean;
  onSelect(selection: Selection): void;
  /** Called to look for free times from another day on. */
  onLook(from: string): void;
  onStop(): void;
}

/** While an appointment is moved: what to do. */
export function MovingNotice({
  moving,
  agenda,
  zones,
  thisYear,
  now,
  mayOverride,
  isLooking,
  children,
  onSelect,
  onLook,
  onStop,
}: MovingNoticeProps) {
  const ref = useFocus<HTMLElement>(moving?.isCarried ? undefined : moving);
  if (!moving) return null;
  const { booking, service, free, dates } = moving;
  const wanted = service ? { ...booking, service: service.name } : booking;
  const from = dates[0] ?? '';
  const none =
    free.slots.length + free.next.length === 0
      ? `No free times were found from ${dayText(from, 'long', thisYear)} on.`
      : `No free times on ${daysText(dates, thisYear)}.`;
  return (
    <section ref={ref} class="notice moving" tabIndex={-1} aria-label="Move an appointment">
      <p>{`Choose a free time for ${appointmentText(wanted)}, now ${nowText(moving, agenda.zone)}.`}</p>
      {!hasSlotOn(dates, free, zones.business) && <p>{`${none} ${reasonsText(free)}`.trim()}</p>}
      <p>
        <DayField label="Look for free times from" isLabelShown value={from} onChoose={onLook} />
        {isLooking && ' Looking…'}
      </p>
      {children}
      {mayOverride && (
        <OtherTime
          key={booking.key}
          moving={moving}
          zone={zones.business}
          now={now}
          onChoose={(slot) => onSelect({ kind: 'slot', slot })}
        />
      )}
      <button type="button" onClick={onStop}>
        Do not move it
      </button>
    </section>
  );
}

interface OtherDaysProps {
  moving: Moving | undefined;
  agenda: Agenda;
  thisYear: string;
  onSelect(selection: Selection): void;
}

/** While an appointment is moved: days with free times that are not drawn. */
export function OtherDays({ moving, agenda: { dates, zone }, thisYear, onSelect }: OtherDaysProps) {
  const others = new Map<string, Slot[]>();
  for (const slot of moving ? [...moving.free.slots, ...moving.free.next] : []) {
    const { date } = localTime(new Date(slot.start), zone);
    if (!dates.includes(date)) others.set(date, [...(others.get(date) ?? []), slot]);
  }
  if (others.size === 0) return null;
  return (
    <>
      <p class="quiet">On other days:</p>
      <ul class="starts">
        {[...others].slice(0, MOVE_DAYS).map(([date, slots]) => (
          <li key={date}>
            <button type="button" class="free" onClick={() => onSelect({ kind: 'several', bookings: [], slots })}>
              {`${dayText(date, 'short', thisYear)}: ${countText(slots.length, 'free time')}`}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** `on Tuesday, 24 November, 9:30`; with the service if it gets another one. */
function nowText({ booking, service }: Moving, zone: string): string {
  const when = `on ${dayAndTime(booking.start, zone)}`;
  return service && booking.service ? `${quotedText(booking.service)} ${when}` : when;
}

interface FreeNotesProps {
  free: FreeTimes | undefined;
  zones: Zones;
  onSelect(selection: Selection): void;
}

/** How free times were found, and what could not be read. */
export function FreeNotes({ free, zones, onSelect }: FreeNotesProps) {
  if (!free) return null;
  return (
    <>
      {free.unread.length > 0 && (
        <div class="notice warn">
          <p>
            <strong>Not everything could be read, so other times may be free, or some of these taken.</strong>
          </p>
          <ul class="bullets">
            {free.unread.slice(0, 10).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
      {free.next.length > 0 && (
        <div class="notice">
          <p>{`The first free times after that, in ${placeOf(zones.business)} time:`}</p>
          <SlotButtons slots={free.next} zones={zones} withDay onChoose={(slot) => onSelect({ kind: 'slot', slot })} />
        </div>
      )}
      {free.assumptions.length > 0 && (
        <details class="quiet">
          <summary>How these times were found</summary>
          <ul class="bullets">
            {free.assumptions.slice(0, 20).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
