import { lastOffer } from '../core/offered.ts';
import type { Office } from '../core/office.ts';
import { type AskedDays, askedChoice, dayNotUnderstood, type NotUnderstood } from './days/asked-days.ts';
import { wantedWeekdays } from './days/wanted-weekdays.ts';
import { normalizeSaid } from './normalize-said.ts';
import { anyPhrase } from './phrases.ts';
import { splitList } from './said-choice.ts';
import { ARTICLE, FIRST_WORDS, FREE_WORDS, TIME_WORDS } from './said-order.ts';

/** What is said of a time that may be the first one, or any, in each spoken language, normalized. English is read in every language. */
const SOONEST: Readonly<Record<string, string>> & { en: string } = {
  en: 'as soon/early/quickly as /you possible/can, asap, /the earliest/soonest, /right now, right away, immediately, whenever, any/some time, anytime, sometime',
  de: 'so/moglichst schnell/bald/fruh /wie /es /moglich/geht, schnellstmoglich, baldmoglichst, sofort, jetzt /gleich, jederzeit, irgendwann, egal /wann',
  es: 'lo antes/mas /pronto /posible, cuanto antes /posible, tan pronto como sea /posible, ya, ahora /mismo, cuando sea/pueda/puedan, /en cualquier momento',
  fr: 'le/au plus tot/vite /possible, des que possible, aussi tot/vite que possible, tout de suite, maintenant, nimporte quand',
  it: '/il/al prima/piu /presto possibile, /non appena possibile, quanto prima, subito, adesso, quando vuole/volete/capita, in qualsiasi momento',
  pt: '/o mais/quanto cedo/rapido/breve/antes /possivel, assim/logo que possivel, agora /mesmo, quando puder/puderem/der, /a qualquer hora/momento',
};

/** The same where nothing else is said. Beside a day, some of them mean early. */
const SOON: Readonly<Record<string, string>> & { en: string } = {
  en: '/very/pretty/quite soon, shortly, in/within/over the next/coming /few days, in/within/over the next/coming couple of days',
  de: '/sehr/recht/ganz bald, demnachst, zeitnah, in kurze, in den nachsten/kommenden /paar tagen, /die nachsten/kommenden tage',
  es: '/muy pronto, proximamente, en los proximos dias, en breve',
  fr: '/tres bientot, prochainement, rapidement, /dans les prochains jours, /dans les jours qui viennent, sous peu',
  it: '/molto presto, prossimamente, a/in breve, nei prossimi giorni',
  pt: 'em /muito breve, brevemente, logo, nos proximos dias',
};
/** Any day or time but those that were said. */
const ANOTHER: Readonly<Record<string, string>> & { en: string } = {
  en: '/on/at another/other/different day/time/date, /on/at a/some different/other day/time/date, any other day/time',
  de: '/an /einem/ein/einen anderen/anderer tag, /zu /einer/eine andere/anderen zeit/uhrzeit, ein andermal',
  es: '/en otro dia/momento/horario, /a otra hora',
  fr: 'un autre jour/moment/horaire, a un autre moment, /a une autre heure/date, une autre fois',
  it: '/in un altro giorno/momento/orario, unaltra/altra volta/ora/data',
  pt: '/n outro dia/horario/momento, noutro dia/horario, /a outra hora/altura/data',
};
/** The next one, in all languages. */
const NEXT = anyPhrase(
  'next/earliest/soonest, nachste/nachster/nachsten/nachstmogliche/nachstmoglichen, fruheste/fruhesten, prochain/prochaine, proximo/proxima, prossimo/prossima',
);
/** "The earliest you have" */
const YOU_HAVE = anyPhrase(
  'the earliest/soonest/first /one/time/appointment you have/can, the earliest/soonest/first /one/time/appointment youve got',
);
/** The same for the last one of a day, in all languages. */
const LATEST = new RegExp(
  `(?<!\\S)(?<!\\bat )${anyPhrase(
    'the latest /available/possible /one/time/slot/appointment, the last /available/possible one/time/slot/appointment, latest possible',
    'the latest /one/time/slot/appointment you have/can, the last one/time/slot/appointment you have/can',
    'the latest /one/time/slot/appointment youve got, the last one/time/slot/appointment youve got',
    'den/der/einen letzten/letzte/letztmoglichen/spatesten/spateste /moglichen/freien termin, letzter/spatester termin',
    'la ultima cita/hora /disponible/posible, el ultimo hueco/turno, le dernier rendez vous /possible/disponible, le dernier creneau',
    'lultimo appuntamento/orario /disponibile/possibile, o ultimo horario /disponivel, a ultima hora/vaga /disponivel',
  )}(?!\\S)`,
);
/** The first of the free times. */
const FIRST = `(?:${ARTICLE} )?(?:${FIRST_WORDS}|${NEXT})(?: (?:${FREE_WORDS}|${TIME_WORDS})){1,3}`;

const isAll = (said: string, words: typeof SOON, language: string): boolean =>
  new RegExp(`^${anyPhrase(words.en, words[language] ?? words.en)}$`).test(said);
const before = (words: string) => new RegExp(`^(?:${words})(?:,? (?=\\S)|$)`);
const behind = (words: string) => new RegExp(`,? (?:${words})$`);

/**
 * Reads days as `askedChoice` does, and also "as soon as possible", "the next available appointment" and their like: any day from now on,
 * or the days that are said with it; weekdays of which any will do; and days of which each is wanted.
 */
export async function askedDaysOrSoonest(
  text: string,
  office: Office,
): Promise<readonly [AskedDays | undefined, ...AskedDays[]] | NotUnderstood> {
  const { language } = office.speech;
  const all = normalizeSaid(text);
  // Alone, it may be one of the times that were offered.
  const said = all.replace(LATEST, (words) => (words === all ? words : 'as late as possible'));
  // Who has heard some must say which other one.
  if (isAll(all, ANOTHER, language))
    return lastOffer('time', office) ? { ...dayNotUnderstood(office), reason: 'does not say which day' } : [undefined];
  const words = `${YOU_HAVE}|${FIRST}|${anyPhrase(SOONEST.en, SOONEST[language] ?? SOONEST.en)}`;
  if (isAll(said, SOON, language)) return [undefined];
  const left = said.replace(before(words), '').replace(behind(words), '');
  if (left === '') return [undefined];
  const whole = await askedChoice(said === all ? text : said, office);
  // "Two weeks from now" and "mañana a primera hora" end with such words, and mean a day.
  const isRead = !('spoken' in whole) || whole.reason !== undefined || left === said;
  const asked = isRead ? whole : await askedChoice(left, office);
  const weekdays =
    'spoken' in asked && asked.reason === undefined
      ? ((await wantedWeekdays(left, office)) ?? (await wantedWeekdays(said, office)))
      : undefined;
  if (weekdays) return [weekdays];
  const list = 'spoken' in asked && asked.reason === undefined ? splitList(left, office) : undefined;
  const each = list && (await askedChoice(list.join(' or '), office));
  // "After Friday and before Tuesday" is a period that is not read.
  const areDays = each && !('spoken' in each) && each.every(({ count }) => count === 1);
  return areDays ? each : asked;
}
