import { memoize } from '../../../../lib/lazy.ts';
import { normalizeName } from '../../../../lib/search/text-search.ts';

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
