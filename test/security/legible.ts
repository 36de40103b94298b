import { spokenDigits } from '../../src/lib/redaction/words.ts';

/** Runs of at least `least` digits that a text still says, in figures or words, masks aside. */
export function legible(text: string, least: number): string[] {
  const words = text.replace(/…\d{4}|\[[\w -]+\]/g, '|').match(/[\p{L}]+|\d+|\|/gu) ?? [];
  const found: string[] = [];
  let digits = '';
  for (const word of [...words, '|']) {
    const said = /^\d+$/.test(word) ? word : spokenDigits(word)?.digits;
    if (said !== undefined) digits += said;
    else {
      if (digits.length >= least) found.push(digits);
      digits = '';
    }
  }
  return found;
}
