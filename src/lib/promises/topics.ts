import { memoize } from '../concurrency/lazy.ts';
import { foldText } from '../search/text-search.ts';
import { comparable, withApostrophes } from './detect.ts';
import { spokenTimes } from './due-times.ts';
import { LANGUAGES, type PromiseKind, type PromiseLanguage } from './languages/index.ts';

/** What tells promises of one kind apart. Empty: the sentence does not say. */
export interface Topic {
  /** Who keeps it, by name. */
  names: ReadonlySet<string>;
  /** Who keeps it, by what the person does. */
  roles: ReadonlySet<string>;
  /** What it is about. */
  subject: ReadonlySet<string>;
  days: ReadonlySet<Day>;
  /** Whether the sentence adds to what was promised before, or says that again in another way. */
  link?: 'added' | 'restated' | undefined;
}

/** A day as it was said, without knowing when; `later`: next week or month. */
type Day = `in ${number}` | `on ${string}` | 'later';

const NO_TOPIC: Topic = { names: new Set(), roles: new Set(), subject: new Set(), days: new Set() };

/** Words of a subject that are compared. */
const MAX_SUBJECT_WORDS = 5;
const MIN_WORD_LENGTH = 3;
/** Words from this length on are compared without their ends: "invoice" and "invoices". */
const MIN_STEM_LENGTH = 4;
/** In six languages: articles, prepositions and pronouns; words for any matter; other words that follow a subject. */
const NO_SUBJECT = (
  'the our any all new you your yours him her that this them these those with from for and before after until within what how why ' +
  'when who next getting going question questions matter issue request everything result results again back soon possible right away ' +
  'das der die dem den des ein eine einer eines ihr ihre ihren ihrem ihrer ihres deine deiner dieser diese dieses dessen bis vor ' +
  'nach noch von zum zur mit fur bei sie ihnen uns sich frage fragen anliegen angelegenheit sache anfrage ruckfrage zuruck ' +
  'zuruckrufen zuruckgerufen nachsten nachste anrufen angerufen melden kontaktieren werden wird telefonisch nochmal moglich schnell ' +
  'los las del una con por sus proximo proxima este esta esto antes para desde consulta asunto tema pregunta solicitud telefono linea momento ' +
  'posible cuanto pronto llamar llamaremos llamaran llamara ' +
  'les une vos nos prochain prochaine votre notre cette avant apres dans pour avec vous moment demande dossier possible vite bientot rappeler ' +
  'dei gli prossimo prossima della dello degli delle sua suo questo questa questi entro prima per domanda richiesta questione possibile presto ' +
  'uma dos das nas sua seu com essa esse isso ate feira pergunta pedido duvida possivel breve logo'
).split(' ');

/** The tables of the languages as expressions. */
const matchers = memoize(() =>
  LANGUAGES.map((language) => {
    const { tag, names, about, aside, conjunctions, added, restated, time } = language;
    const [roles, matters] = [namedGroups(language.roles), namedGroups(language.matters)];
    const words = [time.endOfWeek, time.nextWeek, time.endOfMonth, time.nextMonth, ...time.days, ...time.weekdays];
    const parts = [time.morning, time.noon, time.afternoon, time.evening, ...time.months];
    const units = [time.minutes, time.hours, time.workingDays, time.dayUnits, time.weeks, time.monthUnits];
    return {
      ...{ tag, language },
      names: new RegExp(names, 'gu'),
      roles: new RegExp(`(?<!\\b(?:${aside}|(?:${about})\\S*) (?:\\S+ )?)\\b(?:${roles})\\b`, 'g'),
      role: new RegExp(`^(?:${roles})$`),
      matter: new RegExp(`^(?:${matters})$`),
      times: new RegExp(`${time.clock}|\\b(?:${[...words, ...parts].join('|')}|\\S+ (?:${units.join('|')}))\\b`, 'g'),
      about: new RegExp(`\\b(?:${about})(.*)$`, 's'),
      clauseEnd: new RegExp(`[,;:.?!]|\\b(?:${conjunctions})\\b`),
      conjunctions: new RegExp(`[,;]?\\s+(?:${conjunctions})\\s+`, 'giu'),
      added: new RegExp(added),
      restated: new RegExp(restated),
    };
  }),
);
type TopicMatcher = ReturnType<typeof matchers>[number];

/** Returns what tells the words of a language for topics apart; undefined for a language of a later version. */
export const topicMatcher = (tag: string): TopicMatcher | undefined => matchers().find((one) => one.tag === tag);

/** Returns alternatives, each of them a group with its name. */
function namedGroups(patterns: Readonly<Record<string, string>>): string {
  return Object.entries(patterns)
    .map(([name, words]) => `(?<${name}>${words})`)
    .join('|');
}

/** Returns the name of the group that has matched. */
const groupOf = ({ groups = {} }: RegExpExecArray): string =>
  Object.keys(groups).find((name) => groups[name] !== undefined) ?? '';

/** What a sentence promises, and the tag of the language whose words promise it. */
export interface PromiseWords {
  kind: PromiseKind;
  language: string;
}

/**
 * Returns whom, what and when a promise names.
 * @param text what was said, with capitals, and with the conjunction before it.
 */
export function topicOf(text: string, { kind, language }: PromiseWords): Topic {
  const matcher = topicMatcher(language);
  if (!matcher) return NO_TOPIC;
  const names = [...withApostrophes(text).matchAll(matcher.names)].flatMap(({ groups }) => {
    // A day begins a sentence as a name does, and Mr. Friday is a person.
    const isName = (word: string) => groups?.titled !== undefined || word.replace(matcher.times, '') !== '';
    return wordsOf(groups?.titled ?? groups?.name ?? '').filter((word) => !matcher.role.test(word) && isName(word));
  });
  const said = comparable(text).replace(/^[\s,;]+/, '');
  const about = matcher.about.exec(said.replace(matcher.times, ' '))?.[1] ?? '';
  const [clause = ''] = about.split(matcher.clauseEnd, 1);
  const link = matcher.restated.test(said) ? 'restated' : matcher.added.test(said) ? 'added' : undefined;
  return {
    names: new Set(names),
    roles: new Set([...said.matchAll(matcher.roles)].map(groupOf)),
    subject: new Set(
      subjectWords(clause)
        .slice(0, MAX_SUBJECT_WORDS)
        .map((word) => matterOf(word, matcher)),
    ),
    // Money is sent on one day and arrives on another.
    days: new Set(kind === 'refund' ? [] : daysOf(said, matcher.language)),
    link,
  };
}

/** Returns the words that tell what a text is about. "X-ray" is one word, also where speech recognition writes two. */
const subjectWords = (text: string): string[] =>
  wordsOf(text.replace(/-|\bx \b/g, (part) => part.trim().replace('-', ''))).filter(
    (word) => word.length >= MIN_WORD_LENGTH && !NO_SUBJECT.includes(word),
  );

/** Returns a word, or the name of its matter if there are several words for that: no word of a text has its first character. */
function matterOf(word: string, { matter }: TopicMatcher): string {
  const found = matter.exec(word);
  return found ? `#${groupOf(found)}` : word;
}

/** True if a text names people, a matter and times, and has no verb: "on Friday about the X-ray". */
export function isVerbless(text: string, matcher: TopicMatcher): boolean {
  const unnamed = comparable(withApostrophes(text).replace(matcher.names, ' '));
  return subjectWords([matcher.times, matcher.roles, matcher.about].reduce(blank, unnamed)).length === 0;
}

/**
 * Pronouns and verbs that are no subject words, or may follow "about". A sentence with one of them says something by itself: "And
 * the dentist is in on Friday".
 */
const WORDS_OF_SENTENCES: Readonly<Record<string, readonly string[]>> = {
  en: 'i we he she they it you is am are was were be has have had do did said please'.split(' '),
  de: 'ich wir er es ist sind war hat haben hatte kommt bitte'.split(' '),
  es: 'es esta estan son fue era ha han hay tiene va puede favor'.split(' '),
  fr: 'je il elle on vous est sont etait avez va peut'.split(' '),
  it: 'lei si ha hanno sono era va puo'.split(' '),
  pt: 'ele ela voce esta estao sao foi era ha tem vai pode favor'.split(' '),
};
/** Longer matters of a sentence without a verb are rare: "about the root canal treatment". */
const MAX_MATTER_WORDS = 3;

/** True for a sentence that is no more than people, matters and times: "And on Friday about the X-ray." */
export function isFragment(sentence: string, matcher: TopicMatcher): boolean {
  const { tag, names, added, restated, times, roles, about } = matcher;
  const unnamed = comparable(withApostrophes(sentence).replace(names, ' '));
  const rest = [added, restated, times, roles].reduce(blank, unnamed);
  if (wordsOf(rest).some((word) => WORDS_OF_SENTENCES[tag]?.includes(word))) return false;
  return rest.split(/[,;:]/).every((clause) => {
    const matter = about.exec(clause)?.[1] ?? '';
    return subjectWords(matter).length <= MAX_MATTER_WORDS && subjectWords(clause.replace(about, ' ')).length === 0;
  });
}

const blank = (text: string, pattern: RegExp): string => text.replace(pattern, ' ');

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
 * sentence adds to the earlier one, they name different days, they name nothing in common: one a person and the other a matter,
 * or one a name and the other a role, which may be those of one person.
 */
export function areDifferent(earlier: Topic, later: Topic): boolean {
  if (areOtherPeople(earlier, later) || areDisjoint(earlier.subject, later.subject, areAlike)) return true;
  if (later.link === 'restated') return false;
  const isAdded = later.link === 'added';
  const isOnOtherDay = areDisjoint(earlier.days, later.days, mayBeSame);
  const hasNothingInCommon = !(
    isOpen(earlier) ||
    isOpen(later) ||
    shareNameOrSubject(earlier, later) ||
    areSameRole(earlier, later)
  );
  return [isAdded, isOnOtherDay, hasNothingInCommon].filter(Boolean).length > 1;
}

const areOtherPeople = (a: Topic, b: Topic): boolean =>
  areDisjoint(a.names, b.names) || (!share(a.names, b.names) && areDisjoint(a.roles, b.roles));

/** A role with a name and one without can be those of two people: "the dentist" and "Dr. Lee". */
const areSameRole = (a: Topic, b: Topic): boolean => share(a.roles, b.roles) && a.names.size > 0 === b.names.size > 0;

const shareNameOrSubject = (a: Topic, b: Topic): boolean =>
  share(a.names, b.names) || share(a.subject, b.subject, areAlike);

export const namesPerson = ({ names, roles }: Topic): boolean => names.size + roles.size > 0;

export const isOpen = (topic: Topic): boolean => !namesPerson(topic) && topic.subject.size === 0;

export const shareTopic = (a: Topic, b: Topic): boolean => shareNameOrSubject(a, b) || share(a.roles, b.roles);

export const shareDay = (a: Topic, b: Topic): boolean => share(a.days, b.days);

export const mergeTopics = (a: Topic, b: Topic): Topic => ({
  names: new Set([...a.names, ...b.names]),
  roles: new Set([...a.roles, ...b.roles]),
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
