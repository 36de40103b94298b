import './conflict.css';
import { countText } from '../../lib/moments.ts';
import type { Agenda, Booking, Interval } from './types.ts';
import { conflictText } from './words.ts';

/** That a private calendar is busy during an appointment. What it says is in the label of the appointment. */
export const ConflictMark = () => (
  <span class="conflict-mark" aria-hidden="true">
    !
  </span>
);

/** When a private calendar is busy during an appointment, with the mark; nothing without a conflict. */
export function ConflictLine({ booking, zone }: { booking: Booking; zone: string }) {
  const text = conflictText(booking, zone);
  return text === undefined ? null : (
    <span>
      <ConflictMark />{' '}
      <span class="conflict-line">
        {text[0]?.toUpperCase()}
        {text.slice(1)}
      </span>
    </span>
  );
}

/** How many of the drawn appointments conflict with private calendars, or that it is unknown. */
export function ConflictNotice({ agenda, drawn }: { agenda: Agenda; drawn: Interval }) {
  const { bookings = [], isBusyUnknown } = agenda;
  const count = bookings.filter(
    ({ privateBusy, start, end }) => privateBusy.length > 0 && start < drawn.end && end > drawn.start,
  ).length;
  return (
    <>
      {count > 0 && (
        <p class="conflicts">
          <ConflictMark />
          {` ${countText(count, 'appointment')} at a time when the private calendar of its person is busy.`}
        </p>
      )}
      {isBusyUnknown && (
        <p class="notice warn">
          Conflicts with private calendars are not known, or not all of them: they could not be read.
        </p>
      )}
    </>
  );
}
