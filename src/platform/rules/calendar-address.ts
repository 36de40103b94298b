import { urlProblem } from '../outgoing/url-problem.ts';

/** Returns the address of a calendar with the protocol by which it is read: `webcal` means https. */
export function calendarUrl(text: string): string {
  return text.trim().replace(/^webcals?:\/\//i, 'https://');
}

/**
 * Why the platform cannot read a calendar at an address; undefined if it can. The message has nothing of the address, which
 * is a secret. @param loopback true if it may point to this computer.
 */
export function calendarAddressProblem(text: string, loopback: boolean): string | undefined {
  const url = calendarUrl(text);
  return URL.canParse(url)
    ? urlProblem(url, loopback)
    : 'must be an address such as https://calendar.example.com/private.ics';
}
