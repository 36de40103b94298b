/** What the fields of opening and working hours accept. */
export const HOURS_HINT =
  'One line for each kind of day, such as Mon-Fri 08:00-12:00, 13:00-17:00 or 1st,3rd Sat 09:00-12:00.';

/** The lines of a field that has hours, without empty ones. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
