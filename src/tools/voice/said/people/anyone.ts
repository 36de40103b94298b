import { memoize } from '../../../../lib/concurrency/lazy.ts';
import { normalizeName } from '../../../../lib/search/text-search.ts';
import { normalizeSaid } from '../normalize-said.ts';
import { anyPhrase } from '../phrases.ts';

/** What callers say who do not mind who comes, in all spoken languages. Normalized, alternatives of regular expressions. */
const ANYONE = [
  '(?:with )?(?:any ?(?:one|body)?|who ?ever|either)(?: (?:one|person|staff|member|of them|of you|who|is|s|has|time|available|free|first|at all|fine|ok|okay|works|will do))*',
  '(?:the )?(?:first|next) (?:one |person )?(?:who is )?(?:available|free)(?: one| person)?',
  '(?:i have )?no (?:particular )?preference',
  '(?:it |that )?(?:doesnt|does not) matter(?: who)?(?: to me)?',
  '(?:i )?(?:dont|do not) (?:mind|care)(?: who)?',
  '(?:bei )?(?:irgend ?(?:wer|jemand|wem|jemandem|einer?m?)|wer (?:gerade |eben |auch immer )?(?:frei|zeit) (?:ist|hat)|jeder|beliebig)',
  '(?:(?:es |das )?ist mir )?(?:ganz )?egal(?: wer| bei wem)?|keine (?:praferenz|bevorzugung)|ohne praferenz',
  '(?:con )?(?:cualquiera(?: de (?:ellos|ellas))?|quien sea|quien este libre|el que este libre|el primero libre)',
  '(?:me )?(?:da igual|es indiferente)(?: quien)?|no importa(?: quien)?|(?:sin|ninguna) preferencia|indiferente',
  '(?:avec |chez )?(?:nimporte (?:qui|lequel|laquelle)|celui qui est libre|(?:le )?premier disponible|celle qui est libre)',
  'peu (?:mimporte|importe)(?: qui)?|(?:ca |cela )?mest egal|(?:sans|aucune|pas de) preference',
  '(?:con )?(?:chiunque|chi (?:e|sia) libero|uno qualsiasi|una qualsiasi|qualsiasi|il primo libero)',
  'non (?:mi )?importa(?: chi)?|(?:per me )?(?:e )?(?:lo stesso|uguale|indifferente)|(?:nessuna|senza) preferenz[ae]',
  '(?:com )?(?:qualquer (?:um|uma|pessoa)|quem estiver (?:livre|disponivel)|o primeiro (?:livre|disponivel))',
  'tanto faz(?: quem)?|nao (?:me )?importa(?: quem)?|sem preferencia|nenhuma preferencia',
];
const pattern = memoize(() => new RegExp(`^(?:${ANYONE.join('|')})$`));

/** True if a text says nothing but that anyone may come. "Anyone but Anna" says more. */
export const isAnyone = (text: string): boolean =>
  pattern().test(
    normalizeName(text)
      .replace(/[.,;:!?]+/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );

/** What callers say who do not mind which one of several times it is, in all languages, normalized. */
const ANY_OF_THEM = anyPhrase(
  'both/either /one /of /them/those /is/are/works/work /fine/good/ok/okay /for /me, any/anyone /one /of them/those/these /is/works /fine/good/ok, whichever /one, all the same, /i dont mind, /it doesnt matter, no preference',
  'beide/beides/beiden /passt/passen/geht/gehen/ist/sind /gut/mir, /das ist mir egal/gleich, mir egal/gleich, egal, welcher/welchen auch immer',
  'les deux /me vont/conviennent, lun ou lautre, peu importe /lequel, peu mimporte, ca mest egal, me da igual, es indiferente, no importa, cualquiera /de los/las dos, los dos/ambos /me van bien, lo mismo da',
  'entrambi /vanno bene, tutti e due, vanno bene entrambi, uno qualsiasi, fa lo stesso, e lo stesso/uguale, per me e lo stesso/uguale, non importa, qualquer um /dos dois, os dois, tanto faz, nao importa',
);
const ANY = new RegExp(`^${ANY_OF_THEM}$`);

/** True for a caller who does not mind which one of the offered times it is. */
export const meansAny = (text: string): boolean => ANY.test(normalizeSaid(text));
