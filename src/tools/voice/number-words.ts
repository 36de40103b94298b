/** Numbers up to twelve in the languages that are spoken, normalized. A word of several of them means the same number. */
const NUMBERS = [
  'a an one ein eins eine einem einer un una une um uma',
  'two zwei deux dos due dois duas',
  'three drei trois tres tre',
  'four vier quatre cuatro quattro quatro',
  'five funf cinq cinco cinque',
  'six sechs seis sei',
  'seven sieben sept siete sette sete',
  'eight acht huit ocho otto oito',
  'nine neun neuf nueve nove',
  'ten zehn dix diez dieci dez',
  'eleven elf onze once undici',
  'twelve zwolf douze doce dodici doze',
].map((words) => words.split(' '));

/** Words that are also articles or prepositions, and no hour. */
const NO_HOURS = new Set('a an ein eine einem einer un um'.split(' '));

/** Alternatives of a regular expression for the hours of a clock. */
export const HOUR_WORDS = NUMBERS.flat()
  .filter((word) => !NO_HOURS.has(word))
  .join('|');

/** Returns the number that a word or digits mean; 0 for another text. @param word normalized */
export const numberOf = (word: string): number =>
  /^\d{1,3}$/.test(word) ? Number(word) : NUMBERS.findIndex((words) => words.includes(word)) + 1;
