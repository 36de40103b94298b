import { memoize } from '../lazy.ts';
import { foldText } from '../search/text-search.ts';
import { comparable, promisesIn, type Voice, withApostrophes } from './detect.ts';
import { spokenTimes } from './due-times.ts';
import { LANGUAGES, type PromiseKind, type PromiseLanguage } from './languages/index.ts';

/** What tells promises of one kind apart. Empty: the sentence does not say. */
export interface Topic {
  /** Who keeps it. */
  names: ReadonlySet<string>;
  /** What it is about. */
  subject: ReadonlySet<string>;
  days: ReadonlySet<Day>;
  /** Whether the sentence adds to what was promised before, or says that again in another way. */
  link?: 'added' | 'restated' | undefined;
}

/** A day as it was said, without knowing when; `later`: next week or month. */
type Day = `in ${number}` | `on ${string}` | 'later';

const NO_TOPIC: Topic = { names: new Set(), subject: new Set(), days: new Set() };

/** Words of a subject that are compared. */
const MAX_SUBJECT_WORDS = 5;
const MIN_WORD_LENGTH = 3;
/** Words from this length on are compared without their ends: "invoice" and "invoices". */
const MIN_STEM_LENGTH = 4;
/** In six languages: articles, prepositions and pronouns; words for any matter; other words that follow a subject. */
const NO_SUBJECT = (
  'the our any all new you your yours him her that this them these those with from for and before after until within what how why ' +
  'when who getting going question questions matter issue request everything result results again back soon possible right away ' +
  'das der die dem den des ein eine einer eines ihr ihre ihren ihrem ihrer ihres deine deiner dieser diese dieses dessen bis vor ' +
  'nach noch von zum zur mit fur bei sie ihnen uns sich frage fragen anliegen angelegenheit sache anfrage ruckfrage zuruck ' +
  'zuruckrufen zuruckgerufen anrufen angerufen melden kontaktieren werden wird telefonisch nochmal moglich schnell ' +
  'los las del una con por sus este esta esto antes para desde consulta asunto tema pregunta solicitud telefono linea momento ' +
  'posible cuanto pronto llamar llamaremos llamaran llamara ' +
  'les une vos nos votre notre cette avant apres dans pour avec vous moment demande dossier possible vite bientot rappeler ' +
  'dei gli della dello degli delle sua suo questo questa questi entro prima per domanda richiesta questione possibile presto ' +
  'uma dos das nas sua seu com essa esse isso ate pergunta pedido duvida possivel breve logo'
).split(' ');

/** The tables of the languages as expressions. */
const matchers = memoize(() =>
  LANGUAGES.map((language) => {
    const { tag, names, about, conjunctions, added, restated, time } = language;
    const words = [time.endOfWeek, time.nextWeek, time.endOfMonth, time.nextMonth, ...time.days, ...time.weekdays];
    const parts = [time.morning, time.noon, time.afternoon, time.evening, ...time.months];
    const units = [time.minutes, time.hours, time.workingDays, time.dayUnits, time.weeks, time.monthUnits];
    return {
      ...{ tag, language },
      names: new RegExp(names, 'gu'),
      times: new RegExp(`${time.clock}|\\b(?:${[...words, ...parts].join('|')}|\\S+ (?:${units.join('|')}))\\b`, 'g'),
      about: new RegExp(`\\b(?:${about})(.*)$`, 's'),
      clauseEnd: new RegExp(`[,;:.?!]|\\b(?:${conjunctions})\\b`),
      conjunctions: new RegExp(`[,;]?\\s+(?:${conjunctions})\\s+`, 'giu'),
      added: new RegExp(added),
      restated: new RegExp(restated),
    };
  }),
);
const matcherOf = (tag: string) => matchers().find((one) => one.tag === tag);

/** What a sentence promises, and the tag of the language whose words promise it. */
interface PromiseWords {
  kind: PromiseKind;
  language: string;
}

/**
 * Returns whom, what and when a promise names.
 * @param text what was said, with capitals, and with the conjunction before it.
 */
function topicOf(text: string, { kind, language: tag }: PromiseWords): Topic {
  const matcher = matcherOf(tag);
  if (!matcher) return NO_TOPIC;
  const names = [...withApostrophes(text).matchAll(matcher.names)].flatMap(({ groups }) =>
    wordsOf(groups?.name ?? groups?.titled ?? ''),
  );
  const said = comparable(text).replace(/^[\s,;]+/, '');
  const about = matcher.about.exec(said.replace(matcher.times, ' '))?.[1] ?? '';
  const [clause = ''] = about.split(matcher.clauseEnd, 1);
  // "X-ray" is one word, also where speech recognition writes two.
  const subject = wordsOf(clause.replace(/-|\bx \b/g, (part) => part.trim().replace('-', ''))).filter(
    (word) => word.length >= MIN_WORD_LENGTH && !NO_SUBJECT.includes(word),
  );
  const link = matcher.restated.test(said) ? 'restated' : matcher.added.test(said) ? 'added' : undefined;
  return {
    names: new Set(names),
    subject: new Set(subject.slice(0, MAX_SUBJECT_WORDS)),
    // Money is sent on one day and arrives on another.
    days: new Set(kind === 'refund' ? [] : daysOf(said, matcher.language)),
    link,
  };
}

function daysOf(text: string, language: PromiseLanguage): Day[] {
  const { days, weekdays, dates, ...times } = spokenTimes(text, language);
  const named: Day[] = [
    ...days.map((count): Day => `in ${count}`),
    ...weekdays.map(({ weekday }): Day => `on ${weekday}`),
    ...dates.map(({ month, day }): Day => `on ${month ?? ''}-${day}`),
  ];
  const isLater = times.isNextWeek || times.isWeekAfterNext || times.isNextMonth;
  return named.length === 0 && isLater ? ['later'] : named;
}

/**
 * True if two promises are different: they name different people or matters. Otherwise two of these must hold: the later
 * sentence adds to the earlier one, they name different days, one names a person and the other a matter.
 */
export function areDifferent(earlier: Topic, later: Topic): boolean {
  if (areDisjoint(earlier.names, later.names) || areDisjoint(earlier.subject, later.subject, areAlike)) return true;
  if (later.link === 'restated') return false;
  const isAdded = later.link === 'added';
  const isOnOtherDay = areDisjoint(earlier.days, later.days, mayBeSame);
  const isPersonAndMatter = !(isOpen(earlier) || isOpen(later) || shareTopic(earlier, later));
  return [isAdded, isOnOtherDay, isPersonAndMatter].filter(Boolean).length > 1;
}

export const isOpen = ({ names, subject }: Topic): boolean => names.size + subject.size === 0;

export const shareTopic = (a: Topic, b: Topic): boolean =>
  share(a.names, b.names) || share(a.subject, b.subject, areAlike);

export const shareDay = (a: Topic, b: Topic): boolean => share(a.days, b.days);

export const mergeTopics = (a: Topic, b: Topic): Topic => ({
  names: new Set([...a.names, ...b.names]),
  subject: new Set([...a.subject, ...b.subject]),
  days: new Set([...a.days, ...b.days]),
});

type Compare<T> = (a: T, b: T) => boolean;
const areEqual = <T>(a: T, b: T): boolean => a === b;

/** True for forms of one word. */
const areAlike = (a: string, b: string): boolean =>
  a === b || (Math.min(a.length, b.length) >= MIN_STEM_LENGTH && (a.startsWith(b) || b.startsWith(a)));

/** Next week has a Friday, but is not tomorrow. */
const mayBeSame = (a: Day, b: Day): boolean =>
  a === b || (a === 'later' && b.startsWith('on')) || (b === 'later' && a.startsWith('on'));

const share = <T>(a: ReadonlySet<T>, b: ReadonlySet<T>, isSame: Compare<T> = areEqual): boolean =>
  [...a].some((one) => [...b].some((other) => isSame(one, other)));

const areDisjoint = <T>(a: ReadonlySet<T>, b: ReadonlySet<T>, isSame?: Compare<T>): boolean =>
  a.size > 0 && b.size > 0 && !share(a, b, isSame);

const wordsOf = (text: string) => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** A sentence that makes a promise, or a part of one. */
export interface PromisePart {
  text: string;
  topic: Topic;
}

/**
 * Returns the parts of a sentence that each make a promise of a kind, if these are different ones: "Anna will call you, and
 * Beat will call you on Friday". Otherwise the sentence.
 */
export function promiseParts(sentence: string, promise: PromiseWords & { voice: Voice }): PromisePart[] {
  const { kind, voice, language } = promise;
  const whole = [{ text: sentence, topic: topicOf(sentence, promise) }];
  const matcher = matcherOf(language);
  if (!matcher) return whole;
  const conjunctions = [...sentence.matchAll(matcher.conjunctions)];
  const clauses = [{ index: 0, 0: '' }, ...conjunctions].map(({ index, 0: conjunction }, number) => ({
    start: number === 0 ? 0 : index,
    from: index + conjunction.length,
    end: conjunctions[number]?.index ?? sentence.length,
  }));
  const makes = ({ from, end }: (typeof clauses)[number]) =>
    promisesIn(sentence.slice(from, end), voice).some((found) => found.kind === kind);
  const promising = clauses.filter(makes);
  if (promising.length < 2) return whole;
  const parts = promising.map(({ start, from }, number) => {
    const end = promising[number + 1]?.start;
    if (number === 0) return { text: sentence.slice(0, end), topic: topicOf(sentence.slice(0, end), promise) };
    return { text: sentence.slice(from, end), topic: topicOf(sentence.slice(start, end), promise) };
  });
  const areApart = parts.every(({ topic }, number) =>
    parts.slice(0, number).every((other) => areDifferent(other.topic, topic)),
  );
  return areApart ? parts : whole;
}
