/** Breaks of lines and pages: in a text they become `\n`, so that words do not grow together. */
const BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/** Format characters that have a shape of their own: Arabic, Syriac and Kaithi signs that enclose numbers. */
const VISIBLE_FORMAT = '\\u0600-\\u0605\\u06DD\\u070F\\u0890\\u0891\\u08E2\\u{110BD}\\u{110CD}';

/**
 * Characters that change how a text reads without being seen: format characters (soft hyphen, zero-width, bidirectional
 * controls, byte order mark, tags), what Unicode says to ignore when it cannot be shown (variation selectors, fillers),
 * the empty braille cell, private use, noncharacters, and all controls but tab and newline. In tags and variation
 * selectors hidden instructions are smuggled.
 */
const INVISIBLE = `(?![${VISIBLE_FORMAT}])[\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800\\p{Co}\\p{Noncharacter_Code_Point}]|[^\\P{Cc}\\n\\t]`;

/** Scripts in which a joiner between two letters changes what is written: Persian, Urdu, Hindi, Sinhala and others. */
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

/** Signs that suppress a vowel; a joiner after one shows the half or whole form of the letter before. */
const VIRAMA = '\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D4D\\u0DCA';
const PICTURE = '\\p{Extended_Pictographic}';

/** The joiners and the emoji selector in the only places where they do something that a reader sees. */
const NEEDED = [
  `(?<=[${JOINING}])[\\u200C\\u200D](?=[${JOINING}])`,
  `(?<=[${VIRAMA}])[\\u200C\\u200D](?![\\u200C\\u200D])`,
  `(?<=(?:${PICTURE}|${PICTURE}\\uFE0F|\\p{Emoji_Modifier}))\\u200D(?=${PICTURE})`,
  `(?<=${PICTURE})\\uFE0F`,
  '(?<=[0-9#*])\\uFE0F(?=\\u20E3)',
].join('|');

/** More marks on one letter than any writing needs: four that fit any script, eight of a script's own. */
const STACKED = '(\\p{Script=Inherited}{4})\\p{Script=Inherited}+|(\\p{M}{8})\\p{M}+';

/** Made with the first text that is not plain: classes of characters take longer than the rest of the start. */
let patterns: Record<'invisible' | 'needed' | 'stacked', RegExp> | undefined;

/** Whether there is anything to do: most texts are plain. */
const PLAIN = /^[\n\t\x20-\x7e\xa0-\xac\xae-\u02ff]*$/;

/**
 * Removes what cannot be seen from text that somebody else wrote. Lone surrogates become U+FFFD. Joiners stay where a
 * script or an emoji needs them; flags of regions (made of tags) lose their region, Han and Mongolian variants their
 * variant.
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
  const kept = new Set(Array.from(plain.matchAll(needed), (match) => match.index));
  return plain
    .replace(invisible, (found, index: number) => (kept.has(index) ? found : ''))
    .replace(stacked, (_all, inherited: string | undefined, own: string | undefined) => inherited ?? own ?? '');
}

/** The same on one line, for names, messages and log fields. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}

/** Cuts a text after `max` characters (never inside a surrogate pair) and marks the cut. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** A number of things in words: `1 call`, `2 calls`. */
export function pluralize(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
