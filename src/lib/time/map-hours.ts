/** Days before the times, such as `Mon-Fri` or `1st,3rd Sat`. */
const DAYS = /^[^\d]*(?:\d(?:st|nd|rd|th)[^\d]*)*/;

/** Writes each part of opening hours by its days and its times. */
export const mapHours = (hours: string, write: (days: string, times: string) => string): string[] =>
  hours.split(';').map((part) => {
    const days = DAYS.exec(part)?.[0] ?? '';
    return write(days, part.slice(days.length));
  });
