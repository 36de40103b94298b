/** Returns the date of the Tuesday that is four weeks and `weeks` more weeks ahead, as YYYY-MM-DD. */
export function tuesdayAhead(weeks: number): string {
  const date = new Date(Date.now() + (28 + 7 * weeks) * 86_400_000);
  while (date.getUTCDay() !== 2) date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

/** Returns the first time in a spoken answer, such as "Tuesday: 9:00 and 9:30 are free.", on a day, as local time. */
export function firstTimeOn(day: string, spoken: string): string {
  const [time] = /\d{1,2}:\d\d/.exec(spoken) ?? [];
  if (time === undefined) throw new Error(`no time is offered: ${spoken}`);
  return `${day}T${time.padStart(5, '0')}`;
}
