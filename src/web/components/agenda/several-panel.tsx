import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { clockText, dayText, localTime } from '../../lib/time.ts';
import { Said } from '../said.tsx';
import { Panel } from './panel.tsx';
import type { Booking, Slot } from './types.ts';
import type { AgendaState, Selection } from './use-agenda.ts';
import { countText, slotLabel, spanText, type Zones } from './words.ts';

/** Entries that are shown at first. */
const SHOWN = 60;

interface SeveralPanelProps {
  selection: Selection & { kind: 'several' };
  state: AgendaState;
  zones: Zones;
  level: 2 | 3;
  style?: Record<string, string> | undefined;
  onClose(): void;
}

/** Free starts that follow each other, or appointments for which the grid has no room, to choose one. */
export function SeveralPanel({ selection, state, zones, ...frame }: SeveralPanelProps) {
  const { bookings, slots } = selection;
  const [limit, setLimit] = useState(SHOWN);
  const title =
    bookings.length === 0
      ? `Free times on ${dayText(localTime(new Date(slots[0]?.start ?? 0), zones.business).date)}`
      : countText(bookings.length, 'appointment');
  return (
    <Panel title={title} focusKey={`${bookings[0]?.key}${slots[0]?.key}`} {...frame}>
      {bookings.length > 0 && (
        <ul class="plain-list">
          {bookings.slice(0, limit).map((booking) => (
            <li key={booking.key}>
              <button type="button" onClick={() => state.select({ kind: 'booking', booking })}>
                <BookingLine booking={booking} zones={zones} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <SlotButtons
        slots={slots.slice(0, limit)}
        zones={zones}
        onChoose={(slot) => state.select({ kind: 'slot', slot })}
      />
      {Math.max(bookings.length, slots.length) > limit && (
        <button type="button" onClick={() => setLimit(limit * 5)}>
          Show more
        </button>
      )}
    </Panel>
  );
}

/** Time, customer and service of a booking, or its id if it has no time. */
function BookingLine({ booking: { id, start, end, name, service }, zones }: { booking: Booking; zones: Zones }) {
  const parts = [name, service].flatMap((text) => text ?? []);
  if (Number.isNaN(start)) parts.push(id ?? 'without an id');
  return (
    <>
      {!Number.isNaN(start) && `${spanText({ start, end }, zones.business)}${parts.length > 0 ? ', ' : ''}`}
      {parts.map((text, index) => (
        <Fragment key={index}>
          {index > 0 && ', '}
          <Said text={text.slice(0, 120)} />
        </Fragment>
      ))}
    </>
  );
}

interface SlotButtonsProps {
  slots: readonly Slot[];
  zones: Zones;
  onChoose(slot: Slot): void;
  withDay?: boolean;
}

/** Free starts as buttons. */
export function SlotButtons({ slots, zones, onChoose, withDay = false }: SlotButtonsProps) {
  if (slots.length === 0) return null;
  return (
    <ul class="starts">
      {slots.map((slot) => {
        const day = withDay ? `${dayText(localTime(new Date(slot.start), zones.business).date, 'short')}, ` : '';
        return (
          <li key={slot.key}>
            <button
              type="button"
              class="free"
              aria-label={`${day}${slotLabel(slot, zones)}`}
              onClick={() => onChoose(slot)}
            >
              {day}
              {clockText(new Date(slot.start), zones.business)}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
