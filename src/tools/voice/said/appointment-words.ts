import { normalizeText } from '../../../lib/search/text-search.ts';
import { normalizeSaid } from './normalize-said.ts';

/** Words by which any appointment can be called, and those around them, in each spoken language. They tell none from the others. */
const WORDS: Readonly<Record<string, string>> & { en: string } = {
  en: 'appointment appt booking reservation visit slot one the my our mine own that this it is was s of at on for with in i have had a an booked made please',
  de: 'termin termins buchung reservierung besuch der die das den dem mein meine meinen meinem meiner meines am um im bei beim vom von fur mit ich habe gebucht ist',
  es: 'cita turno reserva visita el la lo los las mi mia mias mio mios del de al a para con que tengo reservada reservado es y',
  fr: 'rendez vous rdv reservation visite celui celle le la les l mon ma mes du de d des a au chez avec pour que jai pris prise reserve est',
  it: 'appuntamento prenotazione visita quello quella il lo la gli l mio mia miei di del della dell delle da dal con per che ho prenotato e',
  pt: 'consulta marcacao agendamento horario reserva aquele aquela o a os as meu minha do da dos das de em no na com para que tenho marcada marcado e',
};
const setOf = (...lists: readonly string[]) => new Set(normalizeText(lists.join(' ')).split(' '));
const FILLERS = setOf(...Object.values(WORDS));
const BY_LANGUAGE = new Map(Object.entries(WORDS).map(([language, list]) => [language, setOf(list, WORDS.en)]));

/** True for a word that says nothing of an appointment: an article, a preposition, or `appointment` itself. @param word normalized */
export const isFillerOfAppointment = (word: string): boolean => FILLERS.has(word);

/** The same in one language, and in English: Mia and Al are names, and words of other languages. @param word normalized */
export const isFillerBesideName = (word: string, language: string): boolean =>
  (BY_LANGUAGE.get(language) ?? FILLERS).has(word);

/** For the one of two that was not said, in all languages, normalized. */
const OTHER = new Set(
  'other andere anderen anderer otra otro autre lautre altra altro laltra laltro outra outro'.split(' '),
);
/** For the appointments that are left: "the other one too", "den anderen auch". */
const OTHERS = new Set(
  [
    ...OTHER,
    'others too also as well and both all',
    'auch ebenfalls noch und beide beiden alle',
    'otras tambien ambas ambos todas',
    'autres aussi et',
    'altri anche entrambi',
    'outras tambem ambas todas',
  ].flatMap((words) => words.split(' ')),
);

function isOnlyOf(set: ReadonlySet<string>, text: string): boolean {
  const words = normalizeSaid(text).split(/[ ,]+/);
  return words.some((word) => set.has(word)) && words.every((word) => set.has(word) || isFillerOfAppointment(word));
}

/** True for words that mean the appointments of the caller that are left. */
export const meansOthers = (text: string): boolean => isOnlyOf(OTHERS, text);

/** True for words such as `the other one`. */
export const meansOther = (text: string): boolean => isOnlyOf(OTHER, text);

/** In all languages. */
const NEXT = /^(?:next|upcoming|nachste[nrs]?|prochaine?|proxim[oa]|prossim[oa])$/;
const LAST = /^(?:last|letzte[nrs]?|derniere?|ultim[oa])$/;

/**
 * Returns whether words mean the next appointment, such as `my next appointment`, or a last one: which may be the one before, the latest
 * one ahead, or the one that was made last.
 */
export function nextOrLast(text: string): 'next' | 'last' | undefined {
  const [word = '', ...others] = normalizeSaid(text)
    .split(' ')
    .filter((one) => !isFillerOfAppointment(one));
  if (others.length > 0) return undefined;
  return NEXT.test(word) ? 'next' : LAST.test(word) ? 'last' : undefined;
}

/** "The one" is no first of a month, and "one on Friday" is not at one o'clock. */
const ONE_AHEAD = /^(?:(?:the|my|that|this) )?one (?=\S)/;
/** Behind a word for a time, "one" is an hour. */
const ONE_BEHIND =
  /(?<!(?:^|\s)(?:at|around|about|after|before|by|from|until|to|and|or|past|till|um|half|quarter)) one$/;

/** Returns a text without the English "one" that stands for an appointment. @param text normalized */
export const withoutFillerAhead = (text: string): string => text.replace(ONE_AHEAD, '').replace(ONE_BEHIND, '');
