/** The date and time of an ISO 8601 text, to the minute: `2026-11-26 09:00`. */
export const minuteText = (time: string): string => time.slice(0, 16).replace('T', ' ');
