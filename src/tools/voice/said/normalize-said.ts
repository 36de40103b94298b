import { joinedNumbers } from '../../../lib/dates-in-words/number-words.ts';
import { normalizeName } from '../../../lib/search/text-search.ts';
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
    'some/one day /in/of, /an irgendeinem tag, irgendein/irgendeinen tag, algun/un dia de, un jour /de, un giorno della',
    'algum/um dia da',
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
    .replace(HOUR_AND_MINUTES, 'as $&');
