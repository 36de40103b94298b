import { normalizeText } from '../../../../lib/search/text-search.ts';
import { withoutSpelling } from './spelled-names.ts';

/**
 * "My daughter" in each spoken language, normalized: a possessive, and whom it can belong to. Only both of one language count: Mia Mann and
 * Mia Cousin are names.
 */
const RELATIVES: readonly (readonly [possessives: string, relatives: string])[] = [
  [
    'my our',
    'daughter son child children kid kids baby boy girl wife husband spouse partner girlfriend boyfriend mother mom mum father dad sister brother grandmother grandma grandfather grandpa granddaughter grandson aunt uncle niece nephew cousin friend fiance fiancee colleague neighbor neighbour boss dog cat',
  ],
  [
    'mein meine meinen meiner meinem meines unser unsere unseren unserer unserem unseres',
    'tochter sohn sohnes sohns kind kindes kinder baby frau mann ehefrau ehemann partner partnerin freund freundin mutter mama vater papa schwester bruder oma opa grossmutter grossvater tante onkel nichte neffe enkel enkelin cousin cousine kollege kollegin kollegen nachbar nachbarin chef chefin hund katze',
  ],
  [
    'mon ma mes notre nos',
    'fille fils enfant enfants bebe femme epouse mari epoux conjoint conjointe compagne compagnon copine copain mere maman pere papa soeur frere mamie papi tante oncle ami amie niece neveu cousin cousine voisin voisine collegue chien chat',
  ],
  [
    'mi mis nuestra nuestro nuestros',
    'hija hijo hijos hijas nina nino ninos bebe esposa esposo mujer marido pareja novia novio madre mama padre papa hermana hermano abuela abuelo tia tio amiga amigo sobrina sobrino prima primo nieta nieto colega vecina vecino perro perra gato gata',
  ],
  [
    'mia mio miei nostra nostro nostri',
    'figlia figlio figli bambina bambino bambini moglie marito compagna compagno fidanzata fidanzato ragazza ragazzo madre mamma padre papa babbo sorella fratello nonna nonno zia zio amica amico nipote cugina cugino collega cane gatto',
  ],
  [
    'minha meu meus nossa nosso nossos',
    'filha filho filhos crianca criancas menina menino bebe esposa esposo mulher marido companheira companheiro namorada namorado mae pai irma irmao avo tia tio amiga amigo sobrinha sobrinho prima primo neta neto colega vizinha vizinho',
  ],
];
/** Without a possessive, these mean something else: "la prima" is the first one, and "Frau" is a title. */
const OTHERWISE = 'prima primo frau mann';
const BEFORE_POSSESSIVES = 'for fur pour para per the la il o a';
/** Between the relative and the name: "my son, his name is Tim", "mon fils qui s'appelle Tim". */
const CALLED =
  'named called is his her name namens heisst qui sappelle que se llama che si chiama chamada chamado llamada llamado';

const setOf = (words: string) => new Set(words.split(' '));
const [ahead, called, otherwise] = [setOf(BEFORE_POSSESSIVES), setOf(CALLED), setOf(OTHERWISE)];
const relatives = RELATIVES.map(([mine, people]) => ({ mine: setOf(mine), people: setOf(people) }));

/** A number of a telephone behind a name, with the words for it. A shorter number can belong to the name. */
const NUMBER =
  /[\s,;:(]*(?:(?<!\p{L})(?:and|und|et|y|e)\s+)?(?:(?<!\p{L})(?:at|on|under|unter|auf|au|sous|en el|al|no|sul)\s+(?:the\s+|der\s+|le\s+)?)?(?:(?<!\p{L})(?:(?:my|her|his|meine?|mon|mi|il mio|meu)\s+)?(?:phone|tel|mobile|cell|handy|m[oó]vil|portable|n[uú]m|number|nummer|rufnummer)[\p{L}.]*(?:[\s:]+(?:number|nummer|is|ist|es|est|è|é))*[\s:]*)?(\+?\(?\d[\d\s()./-]{4,})$/iu;
/** Before a name, in all languages. "Sono" and "Sou" are names as well. */
const INTRODUCED =
  /^(?:(?:hi|hello|hey|hallo|hola|bonjour|ciao|ol[aá]|oi)[,!]?\s+)?(?:(?:my|the) name(?: is|['’]s)|(?:it|this) is|it['’]s|i am|i['’]m|mein name ist|hier (?:ist|spricht)|ich (?:bin|hei(?:ß|ss)e)|je m['’]appelle|je suis|(?:moi,? )?c['’]est|mon nom est|me llamo|mi nombre es|soy|habla|mi chiamo|il mio nome [eè]|parla|(?:o )?meu nome [eé]|(?:eu )?me chamo|(?:aqui )?(?:[eé]|fala) [ao])\s+(?=\p{L})/iu;
const INTRODUCED_IN_LOWER_CASE = /^(?:sono|(?:eu )?sou(?: [ao])?)\s+(?=\p{L})/u;
/** Behind it. */
const SPEAKING = /,?\s+(?:speaking|here|am apparat|à l['’]appareil|al aparato|al telefono)$/iu;

/** Returns the name of `my name is Ann Archer`. */
const withoutIntroduction = (text: string): string =>
  text.replace(INTRODUCED, '').replace(INTRODUCED_IN_LOWER_CASE, '').replace(SPEAKING, '');

/** A relative can have an adjective: "my little sister". */
const MAX_AHEAD = 2;

/** Returns the number of a telephone behind a name, as it is written; undefined if there is none. */
export const numberBehindName = (text: string): string | undefined => NUMBER.exec(text.trim())?.[1];

/** "Ann Archer's": the one who is meant belongs to another one. */
const POSSESSIVE = /['’]s$/;

/**
 * Returns the name in what was given for one: Ann Archer of "my name is Ann Archer", Lisa of "my daughter Lisa" and of "Ann Smith for my daughter Lisa", and Anna Smith of
 * "Anna Smith, phone 555 1234". Empty if it has none, as in "my daughter".
 */
export function nameInWords(text: string): string {
  const words = withoutSpelling(withoutIntroduction(text.trim().replace(NUMBER, '').trim())).split(/\s+/);
  const { start, behind } = relativeIn(words) ?? {};
  if (start === undefined || behind === undefined) return words.join(' ');
  const named = words.slice(behind).findIndex((word) => !called.has(bare(word)));
  if (named >= 0) return words.slice(behind + named).join(' ');
  // "Tim Archer, my son" has the name before the relative, and "Ann Archer for my son" that of another one.
  const isNamedAhead = start > 0 && /[,(]/.test(`${words[start - 1]?.at(-1)}${words[start]?.at(0)}`);
  return isNamedAhead ? words.slice(0, start).join(' ').replace(/,$/, '') : '';
}

/** True for words that say that it is for a relative: `check-up for my son`. */
export function isForRelative(text: string): boolean {
  const words = text.trim().split(/\s+/);
  const { start = 0 } = relativeIn(words) ?? {};
  return start > 0 && ahead.has(bare(words[start - 1] ?? ''));
}

/** Returns where the words for whom it is begin and end, such as `for my son`; undefined without such words. */
export function placeOfRelative(words: readonly string[]): { from: number; behind: number } | undefined {
  const { start, behind } = relativeIn(words) ?? {};
  if (start === undefined || behind === undefined) return undefined;
  let from = start;
  while (from > 0 && ahead.has(bare(words[from - 1] ?? ''))) from--;
  return from === start ? undefined : { from, behind };
}

const bare = (word: string) => normalizeText(word.replace(POSSESSIVE, '')).replace(/[^\p{L}\p{M}]/gu, '');

/** Returns where words such as "my little sister" begin, at the beginning of a text or behind a mark or "for", and where they end. */
function relativeIn(words: readonly string[]): { start: number; behind: number } | undefined {
  const said = words.map(bare);
  for (const [start, word] of said.entries()) {
    const before = words.slice(0, start);
    const isOwned = POSSESSIVE.test(words[start] ?? '');
    const isBegin = isOwned || before.every((one) => ahead.has(bare(one))) || ahead.has(said[start - 1] ?? '');
    if (!isBegin && !/[,(]/.test(`${words[start - 1]?.at(-1)}${words[start]?.at(0)}`)) continue;
    const behind = behindRelative(said, start, isOwned ? 'my' : word);
    if (behind !== undefined) return { start, behind };
  }
  return undefined;
}

/** Returns where words such as "my little sister" end that begin with a possessive; undefined for other words. */
function behindRelative(said: readonly string[], start: number, possessive = said[start] ?? ''): number | undefined {
  const { people } = relatives.find(({ mine }) => mine.has(possessive)) ?? {};
  const relative = said.slice(start + 1, start + 1 + MAX_AHEAD).findIndex((one) => people?.has(one));
  return relative < 0 ? undefined : start + relative + 2;
}

/** Returns the words that mean a relative, anywhere in a text, without the possessives: `little son`, `mom`. @param words normalized */
export function relativesIn(words: readonly string[]): ReadonlySet<string> {
  const ofPossessives = words.flatMap((_, start) => words.slice(start + 1, behindRelative(words, start) ?? 0));
  const alone = words.filter((word) => !otherwise.has(word) && relatives.some(({ people }) => people.has(word)));
  return new Set([...ofPossessives, ...alone]);
}
