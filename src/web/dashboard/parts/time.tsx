import { placeOf } from '../../lib/moments.ts';
import { momentText } from '../../lib/time.ts';
import { useDesk } from './context.ts';

/** A moment in the zone of the business; the title has it in UTC. */
export function Moment({ at, none = 'never' }: { at: string | null | undefined; none?: string }) {
  const { team } = useDesk();
  if (!at || Number.isNaN(Date.parse(at))) return <>{none}</>;
  return (
    <time dateTime={at} title={`${at.slice(0, 16).replace('T', ' ')} UTC`}>
      {momentText(new Date(at), team.time_zone)}
    </time>
  );
}

/** Says whose time the moments of a page are. */
export function ZoneNote() {
  const { team } = useDesk();
  return <p class="quiet">Times are those of {placeOf(team.time_zone)}.</p>;
}
