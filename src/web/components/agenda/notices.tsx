import { dayText, localTime } from '../../lib/time.ts';
import type { AgendaActions } from './actions.ts';
import { useFocus } from './hooks.ts';
import { dayAndTime, type Outcome } from './outcome.ts';
import { SlotButtons } from './several-panel.tsx';
import type { Agenda } from './types.ts';
import type { AgendaState } from './use-agenda.ts';
import { countText, quotedText, type Zones } from './words.ts';

/** What came of the last action. It takes the focus, because what had it is gone. */
export function OutcomeNotice({ outcome, zone, onClose }: OutcomeNoticeProps) {
  const ref = useFocus<HTMLDivElement>(outcome);
  return (
    <div role="status" class="outcome">
      {outcome && (
        <div ref={ref} class={`notice ${outcome.kind}`} tabIndex={-1}>
          <p>
            <strong>{outcome.text}</strong>
          </p>
          {outcome.reason && <p>{outcome.reason}</p>}
          {outcome.alternatives.length > 0 && (
            <p>{`Free instead: ${outcome.alternatives
              .slice(0, 5)
              .map((at) => dayAndTime(at, zone))
              .join('; ')}.`}</p>
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
  zone: string;
  onClose(): void;
}

/** What the drawn days do not show. */
export function Gaps({ agenda, actions, onRead }: GapsProps) {
  const { rest, elsewhere, bookings = [] } = agenda;
  const last = bookings.at(-1);
  return (
    <>
      {rest && (
        <div class="notice warn part">
          <p>
            {`This is a part: ${countText(rest.shown, 'appointment')}${rest.total === undefined ? '' : ` of ${rest.total}`}.`}
            {last && ` Those after ${dayAndTime(last.start, agenda.zone)} are not shown.`}
          </p>
          {actions.loadRest && rest.cursor !== undefined && (
            <button type="button" onClick={() => onRead(actions.loadRest?.())}>
              Show the rest
            </button>
          )}
        </div>
      )}
      {elsewhere > 0 && (
        <p class="quiet">
          {`${countText(elsewhere, 'more appointment')} on days that are not drawn here (${dayText(agenda.dates[0] ?? '', 'short')} to ${dayText(agenda.dates.at(-1) ?? '', 'short')} are).`}
        </p>
      )}
    </>
  );
}

interface GapsProps {
  agenda: Agenda;
  actions: AgendaActions;
  /** Called with a reading that runs. */
  onRead(run: Promise<void> | undefined): void;
}

/** While an appointment is moved: what to do, and times that the drawn days do not show. */
export function MovingNotice({ state, agenda, zones, onStop }: MovingNoticeProps) {
  const { moving } = state;
  const ref = useFocus<HTMLElement>(moving);
  if (!moving) return null;
  const { booking, free } = moving;
  const drawn = free.slots.filter(({ start }) => agenda.dates.includes(dateAt(start, agenda)));
  const others = [...free.slots.filter((slot) => !drawn.includes(slot)), ...free.next].slice(0, MAX_OTHERS);
  return (
    <section ref={ref} class="notice moving" tabIndex={-1} aria-label="Move an appointment">
      <p>
        {`Choose a free time for ${booking.name ? quotedText(booking.name) : 'the appointment'}, now on ${dayAndTime(booking.start, agenda.zone)}.`}
        {drawn.length === 0 && ' These days have none.'}
      </p>
      {others.length > 0 && (
        <>
          <p class="quiet">On other days:</p>
          <SlotButtons slots={others} zones={zones} withDay onChoose={(slot) => state.select({ kind: 'slot', slot })} />
        </>
      )}
      <button type="button" onClick={onStop}>
        Do not move it
      </button>
    </section>
  );
}

interface MovingNoticeProps {
  state: AgendaState;
  agenda: Agenda;
  zones: Zones;
  onStop(): void;
}

const MAX_OTHERS = 12;

const dateAt = (at: number, { zone }: Agenda) => localTime(new Date(at), zone).date;

/** How free times were found, and what could not be read. */
export function FreeNotes({
  agenda: { free, zone },
  state,
  zones,
}: {
  agenda: Agenda;
  state: AgendaState;
  zones: Zones;
}) {
  if (!free || state.moving) return null;
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
          <p>{`The first free times after these days, in ${zone}:`}</p>
          <SlotButtons
            slots={free.next}
            zones={zones}
            withDay
            onChoose={(slot) => state.select({ kind: 'slot', slot })}
          />
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
