import { placeOf } from '../../lib/moments.ts';
import { isZone, momentText } from '../../lib/time.ts';
import { useDesk } from './context.ts';

/** Returns the zone of the business, or UTC if this browser does not know it. */
export function useZone(): string {
  const { time_zone: zone } = useDesk().team;
  return isZone(zone) ? zone : 'UTC';
}

/** A moment in the zone of the business; the title has it in UTC. */
export function Moment({ at, none = 'never' }: { at: string | null | undefined; none?: string }) {
  const zone = useZone();
  if (!at || Number.isNaN(Date.parse(at))) return <>{none}</>;
  return (
    <time dateTime={at} title={`${at.slice(0, 16).replace('T', ' ')} UTC`}>
      {momentText(new Date(at), zone)}
    </time>
  );
}

/** Says whose time the moments of a page are. */
export function ZoneNote() {
  return <p class="quiet">Times are those of {placeOf(useZone())}.</p>;
}
