import { momentWords, type Zones } from '../lib/moments.ts';

interface MomentProps {
  /** Milliseconds since the epoch. */
  at: number;
  zones: Zones;
  /** The time of the answer: dates of its year are written without year. */
  now?: number | undefined;
  /** True to say which of two times is the user's, where no other sentence does. */
  isLong?: boolean;
}

/** Date and time in the zone of the user, with that of the business beside it where the two differ. */
export function Moment({ at, zones, now, isLong = false }: MomentProps) {
  const { user, business } = momentWords(at, zones, now);
  return (
    <span class="moment">
      <time dateTime={new Date(at).toISOString()}>{user}</time>
      {business && isLong && ' your time'}
      {business && <span class="quiet"> ({business})</span>}
    </span>
  );
}
