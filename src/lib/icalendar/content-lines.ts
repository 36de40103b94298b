/**
 * Content lines of iCalendar (RFC 5545, 3.1). ical.js, which reads private calendars, is not used to write them: it folds
 * lines at 76 octets instead of 75, keeps carriage returns of a text, and is 78 KB that a process over stdio would load for one
 * event.
 */

/** Octets of a line, without its end. */
const MAX_LINE_OCTETS = 75;
export const LINE_END = '\r\n';
const SHORT_ASCII = /^[\x20-\x7e]{0,75}$/;

/** A line whose value needs no escaping, such as a time or a number. */
export const line = (name: string, value: string | number): string => foldLine(`${name}:${value}`) + LINE_END;

/** A line with a value of the type TEXT (RFC 5545, 3.3.11). The text must be clean: see `cleanText`. */
export const textLine = (name: string, text: string): string => line(name, escapeText(text));

/** A line with an instant, in UTC. Fractions of a second are dropped. */
export const timeLine = (name: string, epochMs: number): string => line(name, utcTime(epochMs));

/** Escapes a text. A tab becomes a space; no other control character but a line break is in a clean text. */
function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll('\n', '\\n')
    .replaceAll('\t', ' ');
}

/** An instant such as `20260302T090000Z`. */
function utcTime(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** Folds a line, between characters: continuation lines begin with a space, which counts. */
function foldLine(unfolded: string): string {
  if (SHORT_ASCII.test(unfolded)) return unfolded;
  let folded = '';
  let from = 0;
  let octets = 0;
  for (let index = 0; index < unfolded.length; ) {
    const codePoint = unfolded.codePointAt(index) as number;
    const added = utf8Octets(codePoint);
    if (octets + added > MAX_LINE_OCTETS) {
      folded += `${unfolded.slice(from, index)}${LINE_END} `;
      from = index;
      octets = 1;
    }
    octets += added;
    index += codePoint > 0xffff ? 2 : 1;
  }
  return folded + unfolded.slice(from);
}

function utf8Octets(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
