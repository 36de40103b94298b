import { isDayOfMonth } from '../../../lib/dates-in-words/said-dates.ts';
import type { Office } from '../core/office.ts';
import type { WithoutClock } from './clock/clock-reading.ts';
import { isClock, readClockAlone, withoutClock } from './clock/said-clock.ts';
import { englishDays } from './days/day-words.ts';
import { withoutPart } from './days/part-beside-day.ts';
import { isWeekday, partsAlone } from './days/said-days.ts';
import { NEXT_WEEK } from './days/week-of-weekday.ts';
import { NOT_BUT } from './negation-words.ts';
import { normalizeSaid } from './normalize-said.ts';
import { anyPhrase } from './phrases.ts';
import { shared } from './said-choice.ts';
import { dayAtSameTime } from './same-words.ts';
import { withEnglish } from './with-english.ts';

/** Words before what a caller means instead of what was said before them, in all languages, normalized. */
const CORRECTIONS = anyPhrase(
  'wait, sorry, i mean/meant, actually, make it/that',
  'nein, warte, entschuldigung, quatsch, attends/attendez, aspetta/aspetti, alias, ich meine/meinte, doch, sondern',
  'pardon/perdon, disculpa/disculpe/desculpa/desculpe, scusa/scusi, espera/espere',
  'enfin, en fait, digo, sino, en realidad, anzi, cioe, in realta, na verdade',
  '/je veux/voulais/quiero/queria/quise/voglio/volevo/vuol/quer/quero/quis dire/decir/dizer',
);
/** Alone, they need a mark behind them: "next week, no Monday" has another meaning. */
const NO = anyPhrase('/oh no, /ach nein/nee, /oh non, nao');
/** With the words for "than" behind them, they are no correction. */
const RATHER = anyPhrase(
  'rather/better/preferably/ideally, lieber/besser/eher/vorzugsweise, am liebsten/besten',
  'plutot, de preference, mejor /dicho, preferiblemente/preferentemente, a ser posible, meglio/piuttosto/preferibilmente',
  'melhor/preferencialmente, de preferencia',
);
const THAN = anyPhrase('than, als, que, che, di, do');
const ONLY_RATHER = new RegExp(`^${RATHER}$`);
/** True for words such as `preferably`, and no others. @param text normalized */
export const isRather = (text: string): boolean => ONLY_RATHER.test(text);
/** Between what a caller wants and what they do not want. */
const INSTEAD = anyPhrase(
  'rather than, instead of, statt, plutot/piuttosto que/che, au lieu de/du, en/em vez/lugar de/del/da/do, invece di',
);
/** "El viernes que viene" is one day. */
const PREFERRED = new RegExp(`^(?:${RATHER} (.+?) ${THAN}|(.+?),? ${INSTEAD}) (?!v[ie](?:ene|ent|m)$)(.+)$`);
const CORRECTION = new RegExp(
  // "Si no" and "se no" are "otherwise".
  `(?<![\\p{L}\\d])(?<!\\bs[ei] )(?:(?:or|oder|ou|o),? )?(?:${NO}(?=[,.;:!?-])|no,? no|(?:non?,? )?${CORRECTIONS}|${RATHER}(?! ${THAN}\\b))(?![\\p{L}\\d])`,
  'u',
);
/** What is not meant, and what is: "not this Thursday but the next". */
const notButIn = withEnglish(NOT_BUT, ([not, but]) => [new RegExp(`^${not} (.+?),? ${but} (.+)$`)]);
/** The same with one word: "not Thursday, Friday at 10", "Friday, not Thursday, at 10". */
const notIn = withEnglish(NOT_BUT, ([not]) => [
  {
    notThenWanted: new RegExp(`^${not} ([^,]+), ([^,]+)$`),
    wantedThenNot: new RegExp(`^([^,]+?)(?:, ${not} ([^,]+?)|(?<= \\S+),? ${not} ([^,]+?))(?:, (.+))?$`),
  },
]);
/** In all languages, without the time behind it. */
const THE_NEXT = new RegExp(
  `^${anyPhrase(
    '/the next/following /one, /the one after /that, /den/die nachste/nachsten, celui/quello dapres/dopo',
    '/le/la prochain/prochaine/suivant/suivante, /el/la/o/a siguiente/seguinte/proximo/proxima, /il/la prossimo/prossima/successivo/successiva',
  )}$`,
);
/** "Not Thursday but the day after", in all languages, without the time behind it. */
const THE_DAY_AFTER = new RegExp(
  `^${anyPhrase(
    '/on the day after /that, /am/den tag danach/darauf, /am folgetag, /le lendemain, le jour dapres, el/al dia despues/siguiente',
    'il giorno dopo/successivo, o/no dia seguinte',
  )}$`,
);
/** The same of times: "not at 3, at 4", "Friday, not at 3 but at 4", and "Friday at 4, not at 3". */
const notAtIn = withEnglish(NOT_BUT, ([not, but]) => [
  {
    notThenWanted: new RegExp(`^(?:(.+?),? )?${not} ([^,]+?)(?:,? ${but}|,) (.+)$`),
    wantedThenNot: new RegExp(`^([^,]+),? ${not} ([^,]+)$`),
  },
]);
/** A day that is not possible, and what is said behind it: "I can't make Friday, how about Monday". In all languages. */
const IMPOSSIBLE = [
  '(?:i )?(?:cant|cannot|can not) (?:make|do|come)(?: it)?(?: on)? ([^,]+)',
  '([^,]+?) (?:doesnt|does not|isnt|is not|wont|will not) (?:work|suit|possible|good|ok|be possible)(?: for)?(?: me)?',
  '([^,]+?) (?:geht|passt|klappt|kann ich) (?:(?:bei )?mir |leider |es )*nicht',
  '([^,]+?) (?:ne |ca ne )?(?:me va|marche|va|convient|me convient) pas',
  'je ne peux pas ([^,]+)',
  'no puedo ([^,]+)',
  '([^,]+?) no (?:puedo|me va(?: bien)?|me viene(?: bien)?|es posible)',
  'non posso ([^,]+)',
  '([^,]+?) non (?:posso|va bene|mi va bene|e possibile)',
  'nao posso ([^,]+)',
  '([^,]+?) nao (?:posso|da|consigo|e possivel)',
].map((words) => new RegExp(`^${words}, (?:(?:but|aber|mais|pero|ma|mas) )?(.+)$`));
/** In all languages, normalized. */
const BEFORE_DAY = /^(?:on|am|an|den|el|le|il|la|n?[oa]|em) (?=\S)/;
const AROUND = /^\W+|(?<!\W)\W+$/g;

/**
 * Returns what a caller means who corrects a time: `Friday, no wait, Thursday` is Thursday, and `Friday at 3, no, at 4` is Friday at 4. The
 * last correction counts. `Friday rather than Thursday` is Friday. A text without one, or with nothing behind it, stays as it is.
 */
export function withoutCorrections(text: string, office: Pick<Office, 'speech'>): string {
  const said = normalizeSaid(text);
  const other = otherThanSaid(said, office) ?? insteadOfDay(said, office) ?? insteadOfTime(said, office);
  if (other !== undefined) return other;
  const possible = insteadOfImpossible(said, office);
  if (possible !== undefined) return possible;
  const [, better, wanted = better, unwanted = ''] = PREFERRED.exec(said) ?? [];
  if (wanted !== undefined) return withoutCorrections(shared([wanted, unwanted], office)[0] ?? wanted, office);
  const [first = '', ...others] = said.split(CORRECTION).map((piece) => normalizeSaid(piece.replace(AROUND, '')));
  if (others.length === 0 || others.at(-1) === '') return text;
  return others.reduce(
    (before, piece) => (before && piece ? corrected(before, piece, office) : before || piece),
    first,
  );
}

/** Returns the last of several names, or other words, of which each corrects the one before: `with Sam, no, with Jin`. */
export const lastCorrected = (text: string): string =>
  normalizeSaid(text)
    .split(CORRECTION)
    .map((piece) => piece.replace(AROUND, '').trim())
    .filter((piece) => piece !== '')
    .at(-1) ?? text;

/** Returns the words of a start by which a confirmation repeats it, normalized. */
export const wordsOf = (given: string, office: Pick<Office, 'speech'>): string =>
  normalizeSaid(withoutCorrections(given, office));

/**
 * Returns the weekday that is meant instead of another one: `not Thursday but Friday`, `not this Thursday but the next`. Undefined for
 * another text.
 */
function otherThanSaid(said: string, office: Pick<Office, 'speech'>): string | undefined {
  const { speech } = office;
  const { language } = speech;
  for (const pattern of notButIn(language)) {
    const [, unwanted, wanted] = pattern.exec(said) ?? [];
    if (unwanted === undefined || wanted === undefined) continue;
    const [not, but] = [unwanted, wanted].map((one) => withoutClock(one, language)) as [WithoutClock, WithoutClock];
    const day = englishDays(not.text, language).replace(/^(?:on )?this /, '');
    const isWeek = day === 'week';
    const time = but.said || not.said;
    if (THE_NEXT.test(but.text) && (isWeek || isWeekday(day, speech)))
      return `${isWeek ? NEXT_WEEK : `${day} week`} ${time}`.trim();
    if (THE_DAY_AFTER.test(but.text) && isWeekday(day, speech)) return `the day after ${day} ${time}`.trim();
    if (isOneDay(but.text, speech) && (isOneDay(not.text, speech) || isWeekday(but.text, speech)))
      return corrected(unwanted, wanted, office);
  }
  return undefined;
}

/** What `englishDays` writes for days that are counted from today. */
const NEAR_DAY = /^(?:today|tomorrow|overmorrow)$/;
/** A day of the month in words is said without its month. */
const ANY_MONTH = 'april';

/** The day of a text without its time, its part of the day and the words before it. */
function bareDay(text: string, { language }: Office['speech']): string {
  const { text: day } = withoutClock(text, language);
  return withoutPart(day, language)?.day ?? day;
}

/** True for a day that is counted from today, such as `tomorrow`. */
const isNearDay = (text: string, speech: Office['speech']): boolean =>
  NEAR_DAY.test(englishDays(bareDay(text, speech), speech.language));

/** True for a weekday without its date, also with a time. */
const isPlainWeekday = (text: string, speech: Office['speech']): boolean =>
  isWeekday(bareDay(text, speech).replace(BEFORE_DAY, ''), speech);

/** True for a weekday, a day of the month or a day that is counted from today, also with a time. */
function isOneDay(text: string, speech: Office['speech']): boolean {
  const day = bareDay(text, speech);
  return (
    isPlainWeekday(day, speech) ||
    isNearDay(day, speech) ||
    (!/^\d+$/.test(day) && isDayOfMonth(day, ANY_MONTH, speech.language))
  );
}

/**
 * Returns the text of the day that is meant beside another one that is not: Friday at 10 of `not Thursday, Friday at 10`, Wednesday of
 * `not tomorrow, Wednesday`. Undefined for another text.
 */
function insteadOfDay(said: string, office: Pick<Office, 'speech'>): string | undefined {
  const { speech } = office;
  const { language } = speech;
  for (const { notThenWanted, wantedThenNot } of notIn(language)) {
    const [, unwanted, wanted] = notThenWanted.exec(said) ?? [];
    if (unwanted !== undefined && wanted !== undefined && isOneDay(unwanted, speech) && isOneDay(wanted, speech)) {
      // "Not Monday, Tuesday" may be two days that are not wanted. After "not tomorrow", the day that is wanted follows.
      const isClear = withoutClock(wanted, language).clock !== undefined || isNearDay(unwanted, speech);
      if (isClear) return corrected(unwanted, wanted, office);
    }
    const [, day, behindComma, other = behindComma, time = ''] = wantedThenNot.exec(said) ?? [];
    // "Friday, not Thursday at 3" may have the time of either.
    if (day === undefined || other === undefined || withoutClock(other, language).clock) continue;
    if (isOneDay(day, speech) && isOneDay(other, speech) && (time === '' || isClock(time, language)))
      return `${day} ${time}`.trim();
  }
  return undefined;
}

/**
 * Returns the text of the weekday that a caller wants instead of a day that is not possible. Undefined for another text: behind "I can't make
 * Friday", "the 6th" is that Friday.
 */
function insteadOfImpossible(said: string, { speech }: Pick<Office, 'speech'>): string | undefined {
  for (const pattern of IMPOSSIBLE) {
    const [, impossible = '', behind = ''] = pattern.exec(said) ?? [];
    const wanted = normalizeSaid(behind);
    if (isOneDay(impossible, speech) && (isPlainWeekday(wanted, speech) || isNearDay(wanted, speech))) return wanted;
  }
  return undefined;
}

/** Returns the text of the time that is meant beside another one that is not: `not at 3, at 4`. Undefined for another text. */
function insteadOfTime(said: string, office: Pick<Office, 'speech'>): string | undefined {
  const { speech } = office;
  const { language } = speech;
  /** A number behind another time is one. */
  const isTime = (text: string, isBehindTime = false): boolean =>
    readClockAlone(text, language)?.relation === 'at' || (isBehindTime && isTime(`at ${text}`));
  for (const { notThenWanted, wantedThenNot } of notAtIn(language)) {
    const [, day = '', unwanted, wanted] = notThenWanted.exec(said) ?? [];
    if (unwanted !== undefined && wanted !== undefined && isTime(unwanted)) {
      const { text: behind, clock } = withoutClock(wanted, language);
      if (day === '' && clock?.relation === 'at' && isOneDay(behind, speech)) return wanted;
      if (isTime(wanted, true) && (day === '' || isOneDay(day, speech)))
        return `${day} ${isTime(wanted) ? wanted : `at ${wanted}`}`.trim();
    }
    const [, meant = '', other] = wantedThenNot.exec(said) ?? [];
    const { text: dayAhead, clock } = withoutClock(meant, language);
    const isStart = isTime(meant) || (clock?.relation === 'at' && isOneDay(dayAhead, speech));
    if (other !== undefined && isStart && isTime(other, true)) return meant;
  }
  return undefined;
}

/** Returns the time that replaces another one: of a day and a time, what is not said again stays. */
function corrected(before: string, given: string, office: Pick<Office, 'speech'>): string {
  const { language } = office.speech;
  const { text: day, said: time } = withoutClock(before, language);
  // "The same time" is the one that was said before.
  const piece = (time && dayAtSameTime(given)) || given;
  const had = withoutPart(day, language);
  const part = partsAlone(piece, language);
  if (part) return `${had?.day ?? day} ${part}`;
  const [, meant = piece] = shared([before, piece], office);
  const isWhole = withoutClock(meant, language).clock || withoutPart(meant, language);
  return (isWhole ? meant : `${meant} ${time || (had?.part ?? '')}`).trim();
}
