import { createHash } from 'node:crypto';

/** What a copy of a calendar belongs to: the address, and the zone in which its dates are read. */
export function sourceDigest({ calendar_url, time_zone }: { calendar_url: string | null; time_zone: string }): string {
  return createHash('sha256').update(`${calendar_url}\n${time_zone}`).digest('hex');
}
