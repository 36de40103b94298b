import { joinedNumbers } from '../../../lib/dates-in-words/number-words.ts';
import { normalizeName } from '../../../lib/search/text-search.ts';
import { AT_THE_LATEST, UP_TO } from './clock/clock-words.ts';
import { withoutFillers } from './filler-words.ts';
import { anyPhrase } from './phrases.ts';
import { withoutPoliteness } from './small-words.ts';

/** Before the Italian numbers that begin with a vowel, an article is a word of its own: "all'una", "l'otto marzo". */
const ELISION = /(?<!\p{L})(l|all|dall|dell)['’](?=(?:una|otto|undici|1|8|11)(?![\p{L}\d]))/giu;

/** An hour and its minutes in Portuguese, without anything else: "vinte e cinco" is one number. */
const HOUR_AND_MINUTES = new RegExp(
  `^${anyPhrase('uma/duas/tres/quatro/cinco/seis/sete/oito/nove/dez/onze/doze e cinco/dez/quinze/vinte/trinta/quarenta/cinquenta')}$`,
);

/** Beside a day, it leaves all its times. */
const ANY_TIME = /^(?:(?:any|some) ?time (?!but )(?:on )?|irgendwann )(?=\S)|(?<=\S),? (?:any|some) ?time(?= |$)/;

/** "Some day next week" is that week, in all languages. */
const SOME_DAY = new RegExp(
  `^${anyPhrase(
    'some/one day /in/of, /on/at another/other/different day/time /in/of, /on/at a/some different/other day/time /in/of, /an irgendeinem tag, irgendein/irgendeinen tag, algun/un dia de, un jour /de, un giorno della',
    'algum/um/outro dia da, otro dia de, un autre jour /de, un altro giorno della, /an einem/ein anderen/anderer tag',
  )} (?=.*\\b(?:week|month|woche|monat|semana|mes|semaine|mois|settimana|mese)\\b)`,
);

/** "3ish", and in German "um drei herum". */
const ABOUT =
  /\b(?:(?:at|around|about) )?((?:\d{1,2}(?:[:.]\d{2})?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon)(?: ?[ap]m| ?o ?clock)?)[ -]?ish\b|\b(?=(?:um|gegen) )(.+?) (?:he)?rum\b/;

/** Hours as a computer may hear them: "at ate thirty". "At for Tom" has none. */
const HEARD =
  /(?<=\b(?:at|around|about|after|before) )(?:(ate)|(for)|too?)(?=$| (?:thirty|fifteen|forty ?five|o ?clock|[ap]\.? ?m|on|with)\b)/;

/** It bounds a day or a time like "from", in all languages. */
const NOT_BEFORE =
  /(?<!\S)(?:(?:but|aber|mais|pero|ma|mas) )?(?:not before|n(?:o|ot) earlier than|nicht (?:vor|fruher als)|fruhestens|pas avant|no antes del?|non prima d(?:i|el)l?e?|nao antes d[aeo]s?)(?: um| am| las?)?(?= )/;

/** It bounds a day or a time like "until", and includes it, in all languages. */
const NO_LATER = new RegExp(
  `(?<!\\S)(?:(?:but|aber|mais|pero|ma|mas) )?(?:${anyPhrase(
    'no/not later than/then, not after, at the latest by/at/until/on, by at the latest, nicht spater als, nicht nach, spatestens, bis spatestens',
    'no mas tarde de/del/que, como muy tarde, a mas tardar, como maximo, pas plus tard que, pas apres, au plus tard',
    'non piu tardi di/del/delle, non oltre, al piu tardi, nao mais tarde que/de/do /que, o mais tardar, no maximo',
  )})(?: (?:um|am|bis(?: zum)?|on|at|by|hasta(?: las?)?|ate(?: as)?|(?:a )?las?|alle?|le|al?|as))?(?= (?!or |o |oder |ou |and |und |y |et |e )\\S)`,
);

/** "By Friday at the latest": both words of the bound say the same, in all languages. */
const AT_LATEST_BEHIND = new RegExp(
  `^(?:by|until|bis(?: zum)?|jusqua|hasta(?: el)?|entro|fino a|ate) (\\S.*?),? ${anyPhrase(AT_THE_LATEST)}$`,
);

/** Normalizes what a caller says of days and times, as their parsers expect it: politeness and fillers are left out, "fuenf" is "fünf", and "Freitagmittag" is two words. */
export const normalizeSaid = (text: string): string =>
  withoutFillers(normalizeName(joinedNumbers(withoutPoliteness(text).replace(ELISION, '$1 '))))
    .replace(/(?<=f)ue(?=nf)|(?<=zw)oe(?=lf)/g, (vowel) => (vowel === 'ue' ? 'u' : 'o'))
    .replace(HEARD, (_, ate?: string, four?: string) => (ate ? 'eight' : four ? 'four' : 'two'))
    .replace(/(?<!\S)pra(?= (?:amanha|depois|hoje|dia|o)\b)/g, 'para')
    .replace(/(?<!\S)pro(?= (?:dia|sabado|domingo|proximo|fim)\b)/g, 'para o')
    .replace(/(?<!\S)pra(?=s? )/g, 'para a')
    .replace(ABOUT, (_, english?: string, german = '') => (english === undefined ? german : `at ${english}`))
    .replace(/(?<=tag)(?=mittag\b)/, ' ')
    .replace(ANY_TIME, '')
    .replace(SOME_DAY, '')
    .replace(NOT_BEFORE, 'from')
    .replace(NO_LATER, UP_TO)
    .replace(AT_LATEST_BEHIND, `${UP_TO} $1`)
    .replace(HOUR_AND_MINUTES, 'as $&');
