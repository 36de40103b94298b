import { momentText } from '../../lib/time.ts';

/** A moment in the zone of this browser; the title has it in UTC. */
export function Moment({ at, none = 'never' }: { at: string | null | undefined; none?: string }) {
  if (!at || Number.isNaN(Date.parse(at))) return <>{none}</>;
  return (
    <time dateTime={at} title={`${at.slice(0, 16).replace('T', ' ')} UTC`}>
      {momentText(new Date(at), Intl.DateTimeFormat().resolvedOptions().timeZone)}
    </time>
  );
}
