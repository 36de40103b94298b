/** Words around two times or days that are the ends of a range, in all languages, normalized: parts of patterns. */
export const RANGE_WORDS = {
  /** Before the first of two, with `and` between both: `between 2 and 4`. */
  between: 'between|zwischen|entre(?: l?as)?|(?:tra|fra)(?: le?)?',
  and: 'and|und|y(?: las?)?|et|e(?: l?as| le?)?',
  /** Before the first of two, with `to` between both: `von 14 bis 16 Uhr`. */
  from: 'from|von|de(?: las?)?|dalle?|das',
  to: 'to|until|bis|a(?: las?)?|alle?|as',
} as const;
