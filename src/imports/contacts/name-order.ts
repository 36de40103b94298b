import { fullSuffix } from '../../lib/search/name-suffix.ts';

/** A word of a name: `Müller-Lüdenscheidt`, `O'Connell`, `A.` */
const WORD = /^\p{L}[\p{L}\p{M}]*(?:[-'’‐]\p{L}[\p{L}\p{M}]*)*\.?$/u;

/** Words before a last name, which belong to it: `van der Berg`. */
const PARTICLE =
  /^(?:van|von|vom|zu|zum|zur|der|den|de|del|della|delle|dello|dei|di|da|do|dos|das|du|des|la|le|las|los|lo|el|al|ten|ter|te|st|saint|san|santa|mac|bin|ben|ibn|abu|af|av)$/i;

/** Words of companies, families and titles: a text with one behind the comma is no first name. They are compared without points. */
const NO_FIRST_NAME =
  /^(?:inc|incorporated|llc|llp|lp|ltd|limited|plc|corp|corporation|co|company|pc|pllc|pa|gmbh|ug|ag|kg|kgaa|ohg|gbr|ek|ev|og|mbh|se|sa|sas|sarl|eurl|sci|sl|slu|sc|srl|srls|spa|snc|lda|ltda|eireli|bv|nv|vof|bvba|ab|as|aps|oy|group|gruppe|family|familie|famille|familia|famiglia|herr|frau|mr|mrs|ms|miss|mme|mlle|monsieur|madame|senor|senora|sr|sra|sig|signora|dr|dra|prof|dipl|ing|mag|md|do|phd|dds|dmd|dvm|dc|rn|np|pt|cpa|esq|esquire|ba|bsc|ma|msc|mba|obe)$/i;
/** Words between two people. A capital letter is an initial. */
const JOINT = /^(?:and|und|y|e|et)$/;
/** Of the words of titles, those that stand before a first name. */
const TITLE = /^(?:dr|dra|prof|mr|mrs|ms|miss|mme|mlle|herr|frau)$/i;

const MAX_WORDS = 4;

/**
 * Returns a name such as `Weber, Anna` with the first name first, and its suffix last. A text that could be another form stays as it
 * is: a company, a name with a suffix or a title, several people, a person with a town.
 */
export function firstNameFirst(name: string): string {
  const [before, behind, ...more] = name.split(',').map((part) => part.trim().split(/\s+/));
  if (!before || !behind || more.length > 0) return name;
  const [last, first] = [withoutSuffix(before), withoutSuffix(behind)];
  const isName =
    isLastName(last.words) && isFirstName(first.words) && (last.suffix.length === 0 || first.suffix.length === 0);
  return isName ? [...first.words, ...last.words, ...last.suffix, ...first.suffix].join(' ') : name;
}

function withoutSuffix(words: readonly string[]): { words: readonly string[]; suffix: readonly string[] } {
  const isSuffix = words.length > 1 && fullSuffix(plain(words.at(-1) ?? '').toLowerCase()) !== undefined;
  return isSuffix ? { words: words.slice(0, -1), suffix: words.slice(-1) } : { words, suffix: [] };
}

/** One word, with particles before it: of two others, as in `Anna Weber, Berlin`, the first can be the first name. */
const isLastName = (words: readonly string[]): boolean =>
  words.length <= MAX_WORDS &&
  words.every((word, index) => WORD.test(word) && (index === words.length - 1 || PARTICLE.test(plain(word))));

function isFirstName(words: readonly string[]): boolean {
  const names = words.filter((word) => !TITLE.test(plain(word)));
  const isOther = (word: string) =>
    JOINT.test(word) || NO_FIRST_NAME.test(plain(word)) || fullSuffix(plain(word).toLowerCase()) !== undefined;
  return (
    names.length > 0 && words.length <= MAX_WORDS && words.every((word) => WORD.test(word)) && !names.some(isOther)
  );
}

const plain = (word: string) => word.replaceAll('.', '');
