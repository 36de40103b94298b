/** Numbers up to twelve in the languages that are spoken, normalized. A word of several of them means the same number. */
const NUMBERS = [
  'a an one ein eine einem einer un una une',
  'two zwei deux dos due',
  'three drei trois tres tre',
  'four vier quatre cuatro quattro',
  'five funf cinq cinco cinque',
  'six sechs seis sei',
  'seven sieben sept siete sette',
  'eight acht huit ocho otto',
  'nine neun neuf nueve nove',
  'ten zehn dix diez dieci',
  'eleven elf onze once undici',
  'twelve zwolf douze doce dodici',
].map((words) => words.split(' '));

const WORDS = NUMBERS.flat().join('|');
const CLOCK = `(?:\\d{1,2}|${WORDS})(?:[:.h ]\\d{2})?`;
const UNIT = ' ?(?:uhr|h|heures?|[ap] ?m|o ?clock)';
const BEFORE =
  'at|after|before|around|from|um|gegen|ab|nach|vor|a|a las?|a partir de las?|despues de las?|hacia las?|vers|apres|alle|dopo le|verso le';
const TIME = new RegExp(`(?<=\\S) (?:(?:${BEFORE}) ${CLOCK}(?:${UNIT})?|\\d{1,2}(?:[:.]\\d{2})?${UNIT})$`);
const COUNTED =
  /^(?:(?:today|heute) )?(?:in|dans|en|dentro de|tra|fra) (\S+) (?:(days?|tage?n?|jours?|dias?|giorn[io])|weeks?|wochen?|semaines?|semanas?|settiman[ae])$/;
/** Counted with today: a week, and two. */
const WEEKS_IN_DAYS: Readonly<Record<string, number>> = {
  acht: 7,
  huit: 7,
  ocho: 7,
  otto: 7,
  quinze: 14,
  quince: 14,
  quindici: 14,
};
const AFTER_NEXT = /^(?:the )?week after next$|^ubernachste woche$/;

/** Returns a text without the time of day at its end: free times of the whole day are said. @param text normalized */
export const withoutTime = (text: string): string => text.replace(TIME, '');

/** Returns how many days ahead a text means, such as `in two weeks`; undefined for another text. @param text normalized */
export function countedDays(text: string): number | undefined {
  const [, word = '', days] = COUNTED.exec(text) ?? [];
  if (days && Object.hasOwn(WEEKS_IN_DAYS, word)) return WEEKS_IN_DAYS[word];
  const count = /^\d{1,3}$/.test(word) ? Number(word) : NUMBERS.findIndex((words) => words.includes(word)) + 1;
  return count > 0 ? count * (days ? 1 : 7) : undefined;
}

/** True for the week after the next one. @param text normalized */
export const isWeekAfterNext = (text: string): boolean => AFTER_NEXT.test(text);
