import { ENGLISH_MONTHS } from '../../../../lib/dates-in-words/month-words.ts';
import { withEnglish } from '../with-english.ts';
import type { SaidClock, WithoutClock } from './clock-reading.ts';

/** Words, normalized, as alternatives of a regular expression; from which hour, and to which one. One of both is enough. */
type DayPeriod = readonly [words: string, from: number | undefined, to?: number];

/** "Not", and "anything but". */
const NOT = '(?:(?:just )?not |(?:any ?(?:thing|time) )?but )';

/** Parts of a day that are shorter than a half of it. They only narrow the free times that are said, so their ends are wide. */
const PERIODS: Readonly<Record<string, readonly DayPeriod[]>> & { en: readonly DayPeriod[] } = {
  en: [
    ['early (?:in the )?morning', undefined, 10],
    ['(?:in the )?mid ?morning', 9, 11],
    ['(?:in the )?late (?:in the )?morning', 10, 12],
    ['(?:in the )?early (?:in the )?afternoon', 12, 15],
    ['(?:in the )?mid ?afternoon', 14, 16],
    ['(?:in the )?late (?:in the )?afternoon', 15, 18],
    ['(?:in the )?early (?:in the )?evening', 17, 19],
    ['(?:in the )?late (?:in the )?evening', 19, 24],
    [
      '(?:(?:at|around|about|over|during) )?lunch ?time|(?:at|around|about|over|during) (?:my |the )?lunch(?: (?:break|hour))?',
      12,
      14,
    ],
    ['after lunch(?: ?time)?', 13],
    ['before lunch(?: ?time)?', undefined, 12],
    [
      '(?:(?:at|towards?|near|by) )?(?:the )?end of (?:the )?day|late in the day|as late as possible|(?:the )?last thing',
      15,
    ],
    ['(?<=day )late', 15],
    ['(?<=day )early', undefined, 10],
    [`${NOT}(?:in the |the )?mornings?`, 12],
    [`${NOT}(?:in the |the )?afternoons?`, undefined, 12],
    [`${NOT}(?:in the |the )?evenings?`, undefined, 17],
    ['not (?:too|so|that|very) early', 10],
    ['not (?:too|so|that|very) late', undefined, 16],
    ['after work', 17],
    ['after school', 15],
    ['before work', undefined, 9],
  ],
  de: [
    [
      '(?:am )?fruhen (?:morgen|vormittag)|fruhmorgens|(?:gleich|ganz) (?:fruh|morgens|in der fruh)|gleich als erstes',
      undefined,
      10,
    ],
    ['(?:am )?spaten vormittag', 10, 12],
    ['(?:am )?fruhen nachmittag', 12, 15],
    ['(?:am )?spaten nachmittag|spatnachmittags?', 15, 18],
    ['(?:am )?fruhen abend', 17, 19],
    ['(?:am )?spaten abend', 19, 24],
    ['(?:(?:um die|in der|zur) )?(?:mittagszeit|mittagspause)|uber mittag', 12, 14],
    ['nach (?:dem mittagessen|der mittagspause)', 13],
    ['vor (?:dem mittagessen|der mittagspause)', undefined, 12],
    ['(?:(?:am|gegen) )?ende des tages|spat am tag|(?:so spat wie|moglichst spat)(?: moglich)?', 15],
    ['(?:nur )?nicht (?:am (?:vormittag|morgen)|vormittags|morgens)', 12],
    ['(?:nur )?nicht (?:am nachmittag|nachmittags)', undefined, 12],
    ['(?:nur )?nicht (?:am abend|abends)', undefined, 17],
    ['nicht (?:zu|so|ganz so|allzu) fruh', 10],
    ['nicht (?:zu|so|ganz so|allzu) spat', undefined, 16],
    ['nach (?:der arbeit|feierabend)', 17],
    ['nach der schule', 13],
    ['vor der arbeit', undefined, 9],
  ],
  fr: [
    ['tot le matin|de bon matin|en debut de matinee|a la premiere heure|de bonne heure', undefined, 10],
    ['en milieu de matinee', 9, 11],
    ['en fin de matinee', 10, 12],
    ['en debut dapres midi', 12, 15],
    ['en milieu dapres midi', 14, 16],
    ['en fin dapres midi', 15, 18],
    ['en debut de soiree', 17, 19],
    ['a lheure du (?:dejeuner|midi)|(?:a|pendant) la pause (?:dejeuner|midi)|pendant le dejeuner', 12, 14],
    ['apres (?:le )?dejeuner', 13],
    ['avant (?:le )?dejeuner', undefined, 12],
    ['en fin de journee|le plus tard possible|aussi tard que possible', 15],
    ['pas (?:le |dans la )?(?:matin|matinee)', 12],
    ['pas (?:dans )?lapres midi', undefined, 12],
    ['pas (?:le |en )?(?:soir|soiree)', undefined, 17],
    ['pas (?:trop|si) tot', 10],
    ['pas (?:trop|si) tard', undefined, 16],
    ['apres le (?:travail|boulot)', 17],
    ['apres lecole', 16],
    ['avant le (?:travail|boulot)', undefined, 9],
  ],
  es: [
    ['a media manana', 9, 12],
    ['a ultima hora de la manana', 11, 14],
    ['a primera hora de la tarde', 12, 16],
    ['a primera hora(?: de la manana)?', undefined, 10],
    ['a media tarde', 15, 18],
    ['a ultima hora de la tarde', 16, 20],
    ['a la hora de (?:comer|almorzar|la comida)|a la hora del almuerzo', 12, 15],
    ['despues (?:de (?:comer|almorzar|la comida)|del almuerzo)', 14],
    ['antes (?:de (?:comer|almorzar|la comida)|del almuerzo)', undefined, 13],
    ['(?:a ultima hora|al final) del dia|lo mas tarde posible|a ultima hora', 16],
    ['(?:que )?no (?:sea )?(?:por|en|de) la manana', 12],
    ['(?:que )?no (?:sea )?(?:por|en|de) la tarde', undefined, 14],
    ['(?:que )?no (?:sea )?(?:por|en|de) la noche', undefined, 20],
    ['no (?:muy|tan|demasiado) (?:temprano|pronto)', 10],
    ['no (?:muy|tan|demasiado) tarde', undefined, 17],
    ['despues d(?:el trabajo|e trabajar)', 17],
    ['despues d(?:el colegio|e la escuela)', 14],
    ['antes d(?:el trabajo|e trabajar)', undefined, 9],
  ],
  it: [
    ['(?:di )?(?:prima mattina|primo mattino)|in prima mattinata|(?:la )?mattina presto', undefined, 10],
    ['a meta mattin(?:at)?a', 9, 11],
    ['in tarda mattinata|a fine mattinata', 10, 13],
    ['(?:nel |di )?primo pomeriggio', 12, 15],
    ['a meta pomeriggio', 14, 17],
    ['(?:nel |di )?tardo pomeriggio', 15, 19],
    ['in prima serata', 17, 20],
    ['in tarda serata', 19, 24],
    ['allora di pranzo|(?:in|durante la) pausa pranzo', 12, 15],
    ['dopo (?:il )?pranzo', 14],
    ['prima d(?:i|el) pranzo', undefined, 13],
    ['a fine giornata|il piu tardi possibile', 15],
    ['non (?:di |la |al )(?:mattina|mattino)', 12],
    ['non (?:di |nel |il |al )pomeriggio', undefined, 13],
    ['non (?:di |la |alla )sera', undefined, 18],
    ['non (?:troppo|cosi|tanto) presto', 10],
    ['non (?:troppo|cosi|tanto) tardi', undefined, 17],
    ['dopo il lavoro', 17],
    ['dopo (?:la )?scuola', 13],
    ['prima d(?:el|i andare al) lavoro', undefined, 9],
  ],
  pt: [
    [
      'de manha cedo|(?:logo|bem) cedo|logo (?:de|pela) manha|a primeira hora|no (?:inicio|comeco) da manha',
      undefined,
      10,
    ],
    ['no meio da manha', 9, 11],
    ['no (?:fim|final) da manha', 10, 12],
    ['no (?:inicio|comeco) da tarde', 12, 15],
    ['no meio da tarde', 14, 16],
    ['no (?:fim|final) da tarde', 15, 19],
    ['no (?:inicio|comeco) da noite', 17, 20],
    ['na hora do almoco', 12, 14],
    ['(?:depois d|apos )o almoco', 13],
    ['antes do almoco', undefined, 12],
    ['no (?:fim|final) do dia|o mais tarde possivel', 15],
    ['nao (?:de|pela|da parte da) manha', 12],
    ['nao (?:a|de|pela|da parte da) tarde', undefined, 12],
    ['nao (?:a|de) noite', undefined, 18],
    ['nao (?:muito|tao|demasiado) cedo', 10],
    ['nao (?:muito|tao|demasiado) tarde', undefined, 17],
    ['(?:depois d|apos )o trabalho', 17],
    ['(?:depois d|apos )a (?:escola|aula)', 13],
    ['antes do trabalho', undefined, 9],
  ],
};
type AroundDay = readonly [words: RegExp, inOrder: string];
/** A day within the words: "late Friday afternoon", "am späten Freitagnachmittag". "Late next week in the afternoon" is the end of the week. */
const AROUND_DAY: Readonly<Record<string, AroundDay>> & { en: AroundDay } = {
  en: [
    new RegExp(
      `^late (?:on )?(?!.*\\b(?:week|month|${ENGLISH_MONTHS.join('|')})\\b)(\\S.*) (morning|afternoon|evening)$`,
    ),
    '$1 late $2',
  ],
  de: [/^(?:am )?(fruhen|spaten) (\S+?)(vormittag|nachmittag|abend)$/, '$2 am $1 $3'],
};

function clockOf(from: number | undefined, to = 24): SaidClock {
  if (from === undefined) return { minutes: [to * 60], relation: 'until' };
  if (to === 24) return { minutes: [from * 60], relation: 'from' };
  return { minutes: [from * 60], relation: 'between', lasting: (to - from) * 60 };
}

/** In all languages: "next week, but not too early". */
const BUT = '(?:(?:but|aber|mais|pero|ma|mas) )?';

const formsIn = withEnglish(PERIODS, (periods) =>
  periods.map(([words, from, to]) => ({
    alone: new RegExp(`^(?:${words})$`),
    behindDay: new RegExp(`(?<=\\S),? ${BUT}(?:${words})$`),
    beforeDay: new RegExp(`^(?:${words}),? (?=\\S)`),
    clock: clockOf(from, to),
  })),
);

/** Takes a part of a day off the end of a text, or off its beginning: `Friday in the late afternoon`. @param text normalized */
export function withoutPeriod(text: string, language: string): WithoutClock | undefined {
  const [around, inOrder] = AROUND_DAY[language] ?? AROUND_DAY.en;
  const whole = text.replace(around, inOrder);
  for (const { behindDay, beforeDay, clock } of formsIn(language)) {
    const behind = behindDay.exec(whole);
    const [found] = behind ?? beforeDay.exec(whole) ?? [];
    if (found === undefined) continue;
    return { text: whole.replace(found, ''), clock, said: found.replace(/^,? |,? $/g, ''), isBeforeDay: !behind };
  }
  return undefined;
}

/** Returns the time of a text that is a part of a day without anything else. @param text normalized */
export const periodAlone = (text: string, language: string): SaidClock | undefined =>
  formsIn(language).find(({ alone }) => alone.test(text))?.clock;
