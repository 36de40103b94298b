import { numberOf } from '../../../lib/dates-in-words/number-words.ts';
import { normalizeSaid } from './normalize-said.ts';
import { anyPhrase } from './phrases.ts';

/** Which one of several that were offered: its place from 0 on, the last one, the one of two that is earlier or later, or that of all. */
export interface SaidOrder {
  place: number | 'last' | 'earlier' | 'later' | 'earliest' | 'latest';
  /** Nothing is said behind the place: "the second" can be a day of the month, too. */
  isBare: boolean;
}

/** Regular expressions for normalized text, in which an apostrophe is left out. */
interface OrderWords {
  /** Each with the space behind it. */
  ahead: string;
  /** From the first to the fifth, separated by spaces. */
  places: string;
  last: string;
  /** In the Romance languages, they are the words for the earliest and the latest one. */
  earlier?: string;
  later?: string;
  earliest: string;
  latest: string;
  /** What is chosen. Not an hour where "the first hour" is the early morning. */
  behind: string;
  /** "Of those". */
  of: string;
  /** A weekday that sounds like a place. */
  not?: RegExp;
}

export const ORDER_WORDS: Readonly<Record<string, OrderWords>> & { en: OrderWords } = {
  en: {
    ahead: '(?:the|that|with the) ',
    places: 'first second third fourth fifth',
    last: 'last',
    earlier: 'earlier',
    later: 'later',
    earliest: 'earliest|soonest',
    latest: 'latest',
    behind: 'one|day|appointment|booking|time|slot|option|choice|service|person',
    of: 'of (?:those|these|them|the two|both)',
  },
  de: {
    ahead: '(?:bei )?(?:de[rnm]|die|das) ',
    places: 'erste[nrsm]? zweite[nrsm]? dritte[nrsm]? vierte[nrsm]? funfte[nrsm]?',
    last: 'letzte[nrsm]?',
    earlier: 'fruhere[nrsm]?',
    later: 'spatere[nrsm]?',
    earliest: 'fruheste[nrsm]?',
    latest: 'spateste[nrsm]?',
    behind: 'termin|tag|zeit|uhrzeit|moglichkeit|vorschlag|option|leistung|behandlung|person',
    of: 'davon|(?:von|der) (?:denen|diesen|beiden)',
  },
  fr: {
    ahead: '(?:le |la |l|celui de |celle de |avec (?:le |la ))',
    places: 'premiere? (?:deuxieme|seconde?) troisieme quatrieme cinquieme',
    last: 'derniere?',
    earliest: 'plus tot',
    latest: 'plus tard',
    behind: 'rendez vous|jour|rdv|creneau|horaire|proposition|option|choix|service|prestation|personne',
    of: 'de c(?:eux|elles) (?:la|ci)|dentre e(?:ux|lles)|des deux',
  },
  es: {
    ahead: '(?:con )?(?:el|la) (?:de )?',
    places: 'primer[oa]? segund[oa] tercer[oa]? cuart[oa] quint[oa]',
    last: 'ultim[oa]',
    earliest: 'mas (?:tempran[oa]|pronto)',
    latest: 'mas tarde',
    behind: 'cita|dia|turno|horario|hueco|opcion|servicio|persona',
    of: 'de (?:es[oa]s|est[oa]s|ell[oa]s|l[oa]s dos)',
  },
  it: {
    ahead: '(?:con )?(?:il |la |l|quello |quella )',
    places: 'prim[oa] second[oa] terz[oa] quart[oa] quint[oa]',
    last: 'ultim[oa]',
    earliest: 'piu presto',
    latest: 'piu tardi',
    behind: 'appuntamento|giorno|orario|posto|proposta|opzione|scelta|servizio|trattamento|persona',
    of: '(?:di|tra) que(?:st|ll)[ie]|(?:dei|tra i) due',
  },
  pt: {
    ahead: '(?:com )?[oa] ',
    places: 'primeir[oa] segund[oa] terceir[oa] quart[oa] quint[oa]',
    last: 'ultim[oa]',
    earliest: 'mais cedo',
    latest: 'mais tarde',
    behind: 'consulta|dia|horario|marcacao|agendamento|opcao|servico|pessoa',
    of: 'de(?:l[ea]|ss[ea]|st[ea])s|d(?:os dois|as duas)',
    not: /^a (?:segunda|quarta|quinta)$/,
  },
};

/** Returns the words from the first to the fourth, and for the last. */
export const placesOf = ({ places, last }: Pick<OrderWords, 'places' | 'last'>): string[] => [
  ...places.split(' ').slice(0, 4),
  last,
];

/** "Option two", in all languages. "Option A" is no place: it may be a name. */
const NUMBERED =
  /^(?:(?:the|die|de[rn]|das|l[ae]?|el|il|[ao]) ?)?(?:option|number|choice|nummer|numero|opcion|opzione|opcao) (?:(uno)|(?!an?$)(\S+))$/;

const ALL_WORDS = Object.values(ORDER_WORDS);
/** Words of all languages for the first free time, as alternatives of a regular expression. */
export const FIRST_WORDS = ALL_WORDS.map(({ places }) => places.replace(/ .*/, '')).join('|');
export const TIME_WORDS = `(?:${ALL_WORDS.map(({ behind }) => behind).join('|')}|opening|hora|vaga)`;
export const FREE_WORDS = anyPhrase(
  'available/free/open, freie/freien/mogliche/moglichen, libre/disponible/posible/possible, libero/livre/disponibile/disponivel',
);
export const ARTICLE = anyPhrase('the/your, der/den/die/das/einen/zum, le/la/au, el/lo, il, a/o');

/** "The first available one". Of what was offered, it is the earliest. */
const FIRST_FREE = new RegExp(
  `^(?:${ARTICLE} )?(?:${FIRST_WORDS}) (?:${TIME_WORDS} )?${FREE_WORDS}(?: ${TIME_WORDS})?$`,
);

/**
 * Reads words that are nothing but a place among several, such as `the second one` or `die erste`, in English and in the language that is
 * spoken. An article or a word for what is chosen belongs to it.
 */
export function readOrder(text: string, language: string): SaidOrder | undefined {
  const said = normalizeSaid(text);
  if (FIRST_FREE.test(said)) return { place: 'earliest', isBare: false };
  const [, one, number = ''] = NUMBERED.exec(said) ?? [];
  const place = one === undefined ? numberOf(number) : 1;
  if (place > 0) return { place: place - 1, isBare: false };
  return orderIn(said, ORDER_WORDS.en) ?? (language === 'en' ? undefined : orderIn(said, ORDER_WORDS[language]));
}

/** True for a place that can be no day of the month, as in `the second one`. */
export function isOnlyPlace(text: string, language: string): boolean {
  const order = readOrder(text, language);
  return order !== undefined && (!order.isBare || typeof order.place !== 'number');
}

function orderIn(said: string, words: OrderWords | undefined): SaidOrder | undefined {
  if (!words || words.not?.test(said)) return undefined;
  const named: [SaidOrder['place'], string | undefined][] = [
    ...words.places.split(' ').map((place, index): [number, string] => [index, place]),
    ...(['last', 'earlier', 'later', 'earliest', 'latest'] as const).map(
      (place): [typeof place, string | undefined] => [place, words[place]],
    ),
  ];
  for (const [place, pattern] of named) {
    if (pattern === undefined) continue;
    const [found, ahead, behind] =
      new RegExp(`^(${words.ahead})?(?:${pattern})(?: ((?:${words.behind})(?: (?:${words.of}))?|${words.of}))?$`).exec(
        said,
      ) ??
      // "L'appuntamento più tardi", "la opción primera".
      new RegExp(`^(${words.ahead})(${words.behind}) (?:${pattern})$`).exec(said) ??
      [];
    if (found !== undefined && (ahead !== undefined || behind !== undefined))
      return { place, isBare: behind === undefined };
  }
  return undefined;
}
