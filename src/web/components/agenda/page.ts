/** Days that a grid shows beside each other. */
const WEEK = 7;
/** A week from now until the same time reaches into an eighth day. */
const MAX_COLUMNS = 8;

/** The pages of an answer: all of its days, or weeks of them. */
export function pagesOf(dates: readonly string[]): string[][] {
  if (dates.length <= MAX_COLUMNS) return [[...dates]];
  const pages: string[][] = [];
  for (let at = 0; at < dates.length; at += WEEK) pages.push(dates.slice(at, at + WEEK));
  return pages;
}
