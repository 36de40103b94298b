import { isTimeZone } from '../text/locale.ts';

/** The IANA zone of this computer; undefined if it is unknown, such as with an empty TZ. */
export function computerZone(): string | undefined {
  // Node gives undefined for a TZ that it does not know, against its type.
  const zone: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone !== undefined && isTimeZone(zone) ? zone : undefined;
}
