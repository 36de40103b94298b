import { normalizeText } from '../../../lib/search/text-search.ts';
import { normalizeSaid } from './normalize-said.ts';
import { anyPhrase } from './phrases.ts';

/** Words by which any appointment can be called, and those around them, in each spoken language. They tell none from the others. */
const WORDS: Readonly<Record<string, string>> & { en: string } = {
  en: 'appointment appointments appt booking reservation visit slot one the my our mine own that this it is was s of at on for with in i have had a an booked made please',
  de: 'termin termine termins buchung reservierung besuch der die das den dem mein meine meinen meinem meiner meines ein eine einen am um im bei beim vom von fur mit ich habe gebucht ist',
  es: 'cita citas turno reserva visita el la lo los las una un mi mia mias mio mios del de al a para con que tengo reservada reservado es y',
  fr: 'rendez vous rdv reservation visite celui celle le la les l un une mon ma mes du de d des a au chez avec pour que jai pris prise reserve est',
  it: 'appuntamento appuntamenti prenotazione visita quello quella il lo la gli l un i mio miei mia miei di del della dell delle da dal con per che ho prenotato e',
  pt: 'consulta consultas marcacao agendamento horario reserva aquele aquela o a os as um uma meu minha do da dos das de em no na com para que tenho marcada marcado e',
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

/** Before an appointment that is asked for, in all languages, normalized. */
const QUESTION = new RegExp(
  `^(?:(?:can|could) you tell me |(?:please )?tell me |do you know |konnen sie mir sagen )?${anyPhrase(
    'when/whens, when is/are/was/do /i/have, what time/times /is/do/have /i/have, at/on what/which time/day is/do /i/have, do i have, have i got, am i booked, is, what/which appointments do i have, what/which appointments have i /got, what is/are, whats, which is',
    'wann ist/sind/war/habe/hab /ich, habe/hab ich, um wie viel uhr ist/habe /ich, um wieviel uhr ist/habe /ich, an welchem tag ist/habe /ich, welche termine habe ich, ist, welcher ist, was ist',
    'cuando es/son/tengo/seria, tengo, que citas tengo, a que hora es/tengo, que dia es/tengo, cual es, para cuando es/tengo',
    '/cest quand, quand est/sont/cest/ai/jai /je, est ce que jai, ai je, quand est ce que jai, quels rendez vous jai, quels rendez vous ai je, a quelle heure est/cest/ai/jai /je, quel jour est/ai/jai /je, quel est, cest quoi',
    'quando e/sono/ho, ho, che/quali appuntamenti ho, a che ora e/ho, che giorno e/ho, qual e, quale e',
    'quando e/sao/tenho/sera, tenho, que/quais consultas/horarios tenho, a/as que horas e/tenho, que horas e/sao/tenho, /em que dia e/tenho, qual e',
  )} (?=\\S)`,
);
/** Behind it. */
const AGAIN = /,? (?:again|noch ?mal|noch einmal|otra vez|deja|di nuovo|de novo|mesmo)$/;

/** Returns the appointment of a question such as `when is my next appointment`. @param said normalized */
export const withoutQuestion = (said: string): string => said.replace(AGAIN, '').replace(QUESTION, '');

/** The words for an appointment itself are the first of each list. */
const NOUNS =
  /^(?:appointments?|appt|bookings?|reservations?|visit|slot|termine?|termins|buchung|reservierung|besuch|citas?|turno|reserva|visita|rendez|rdv|visite|appuntament[oi]|lappuntamento|prenotazion[ei]|consultas?|marcacao|agendamento|horario)$/;

/** Around them, where nothing else is asked: "welche Termine habe ich". */
const ASKING = /^(?:what|which|do|welche|ai|je|quels|quali|quais)$/;

/** "La cita mía", "la mia visita" have the word for my, and "la cita de Mia" has a name. */
const NAMED_MIA = /^(?!.*(?<!\S)(?:la|las|le) (?:(?!d[ei] )\S+ )?mias?(?!\S)).*(?<!\S)mias?(?!\S)/;

/** True for words that can mean each appointment: `my appointment`. @param said normalized */
export function isAnyAppointment(said: string, language: string): boolean {
  if (NAMED_MIA.test(said)) return false;
  const words = withoutQuestion(said).split(/[ ,]+/);
  return (
    words.some((word) => NOUNS.test(word)) &&
    words.every((word) => NOUNS.test(word) || ASKING.test(word) || isFillerBesideName(word, language))
  );
}

/** In all languages. */
const NEXT = /^(?:next|upcoming|nachste[nrs]?|prochaine?|proxim[oa]|prossim[oa])$/;
const LAST = /^(?:last|letzte[nrs]?|derniere?|ultim[oa])$/;

/**
 * Returns whether words mean the next appointment, such as `my next appointment`, or a last one: which may be the one before, the latest
 * one ahead, or the one that was made last.
 */
export function nextOrLast(text: string): 'next' | 'last' | undefined {
  const [word = '', ...others] = withoutQuestion(normalizeSaid(text))
    .split(/[ ,]+/)
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
