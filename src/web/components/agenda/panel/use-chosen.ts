import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Agenda, Booking } from '../types.ts';

/** Calls a function once for an appointment that the page was opened for, as soon as the agenda has it. */
export function useChosen(id: string | undefined, { bookings }: Agenda, onChosen: (booking: Booking) => void): void {
  const shown = useRef<string | undefined>(undefined);
  const booking = id === undefined || id === shown.current ? undefined : bookings?.find((one) => one.id === id);
  useLayoutEffect(() => {
    if (!booking) return;
    shown.current = id;
    onChosen(booking);
  });
}
