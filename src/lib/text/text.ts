/** Line and page breaks. They are replaced by `\n`, because removing them would join words. */
const BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/** Format characters with a visible glyph: Arabic, Syriac and Kaithi signs that enclose numbers. */
const VISIBLE_FORMAT = '\\u0600-\\u0605\\u06DD\\u070F\\u0890\\u0891\\u08E2\\u{110BD}\\u{110CD}';

/**
 * Invisible characters that change the meaning of a text: format characters (soft hyphen, zero-width, bidirectional
 * controls, byte order mark, tags), default-ignorable code points (variation selectors, fillers), the empty braille cell,
 * private use, noncharacters, and all controls except tab and newline. Prompt injections are hidden in tags and variation
 * selectors.
 */
const INVISIBLE = `(?![${VISIBLE_FORMAT}])[\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800\\p{Co}\\p{Noncharacter_Code_Point}]|[^\\P{Cc}\\n\\t]`;

/** Scripts in which a joiner between two letters has a meaning: Persian, Urdu, Hindi, Sinhala and others. */
const JOINING = [
  'Arabic',
  'Syriac',
  'Mongolian',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
  'Myanmar',
]
  .map((script) => `\\p{Script=${script}}`)
  .join('');

/** Signs that suppress a vowel; a joiner after one selects the half or whole form of the letter before it. */
const VIRAMA = '\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D4D\\u0DCA';
const PICTURE = '\\p{Extended_Pictographic}';

/** The joiners and the emoji selector at the positions where they have a visible effect. */
const NEEDED = [
  `(?<=[${JOINING}])[\\u200C\\u200D](?=[${JOINING}])`,
  `(?<=[${VIRAMA}])[\\u200C\\u200D](?![\\u200C\\u200D])`,
  `(?<=(?:${PICTURE}|${PICTURE}\\uFE0F|\\p{Emoji_Modifier}))\\u200D(?=${PICTURE})`,
  `(?<=${PICTURE})\\uFE0F`,
  '(?<=[0-9#*])\\uFE0F(?=\\u20E3)',
].join('|');

/** More combining marks on one letter than any writing needs: four of any script, eight of the letter's own script. */
const STACKED = '(\\p{Script=Inherited}{4})\\p{Script=Inherited}+|(\\p{M}{8})\\p{M}+';

/** Compiled with the first text that is not plain: compiling Unicode classes takes longer than the rest of the start. */
let patterns: Record<'invisible' | 'needed' | 'stacked', RegExp> | undefined;

/** Text in which there is nothing to remove, as most texts. */
const PLAIN = /^[\n\t\x20-\x7e\xa0-\xac\xae-\u02ff]*$/;

/**
 * Removes invisible characters from untrusted text. Lone surrogates become U+FFFD. Joiners stay where a script or an emoji
 * needs them; flags of regions (made of tags) lose their region, Han and Mongolian variants their variant.
 */
export function cleanText(text: string): string {
  if (PLAIN.test(text)) return text;
  patterns ??= {
    invisible: new RegExp(INVISIBLE, 'gu'),
    needed: new RegExp(NEEDED, 'gu'),
    stacked: new RegExp(STACKED, 'gu'),
  };
  const { invisible, needed, stacked } = patterns;
  const plain = text.replace(BREAKS, '\n').toWellFormed();
  const neededAt = new Set(Array.from(plain.matchAll(needed), (match) => match.index));
  return plain
    .replace(invisible, (found, index: number) => (neededAt.has(index) ? found : ''))
    .replace(stacked, (_all, inherited: string | undefined, own: string | undefined) => inherited ?? own ?? '');
}

/** Cleans a text and puts it on one line, for names, messages and log fields. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}

/** Shortens a text to `max` characters (never inside a surrogate pair), with an ellipsis at the end. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Returns a count with its noun: `1 call`, `2 calls`. */
export function pluralize(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

const ASCII = /^[\0-\x7f]*$/;

/** Returns whether a text has ASCII characters only: most have, and are processed in a fraction of the time. */
export const isAscii = (text: string): boolean => ASCII.test(text);

/** Returns the source of a regular expression that matches exactly a text. */
export const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
