import type { Office } from '../core/office.ts';
import { askedChoice } from './days/asked-days.ts';
import { normalizeSaid } from './normalize-said.ts';
import { anyPhrase } from './phrases.ts';
import { ARTICLE, FIRST_WORDS } from './said-order.ts';

/** What is said before a day or a time that is asked for, in all languages, normalized. */
const AHEAD = anyPhrase(
  'book/put/pencil/squeeze/fit me in /for/on, what do you have /free/available /on/for, what have you got /free/available /on/for',
  'do you have/got anything/something /free/available /on/for, have you got anything/something /free/available /on/for, do you have',
  'is there anything/something /free/available /on/for, anything/something /free/available /on/for, is, are you free /on, can you fit me in /on/for',
  '/was/wann haben sie /noch /was/etwas/irgendwas/frei /frei, gibt es /noch was/etwas /frei, irgendwas/irgendetwas/etwas /frei, ist/ware/geht/ginge/passt/klappt /es, kann/konnte/durfte ich',
  'que tiene/tienen /libre /para, tiene/tienen/hay /algo/hueco/sitio/cita /libre /para, algo /libre /para, podria/puedo /venir/ir/ser',
  'vous avez/auriez /quoi /de /libre /pour, avez/auriez vous /quelque /chose /de /libre /pour, quavez vous /de /libre /pour, est ce que /cest /possible, quelque chose /de /libre /pour, je peux/pourrais /venir',
  'cosa/che avete /di /libero /per, avete/avreste /qualcosa /di /libero /per, ce /qualcosa/posto /per, qualcosa /di /libero /per, e possibile/libero, potrei/posso /venire',
  'o que /voces/voce /tem /de /livre /na/no/para, tem/teria/ha /alguma /coisa/algo/horario/vaga /livre /para, alguma coisa /na/no/para, algo /para, posso/poderia /ir/vir/marcar',
);
/** The same behind it. */
const BEHIND = anyPhrase(
  'free/available/possible, if you have it, if thats free/ok/okay/possible/available, thanks/thank /you /very /much',
  'frei/moglich/kommen/vorbeikommen, /noch was/etwas frei, danke /schon/sehr, vielen dank',
  'libre/disponible, es posible, se puede, gracias, /cest/est/serait possible, merci /beaucoup',
  'e possibile/libero, libero/disponibile, grazie /mille, e possivel, esta livre, livre/disponivel, obrigado/obrigada',
);
const PATTERN = new RegExp(`^(?:(?:${AHEAD}) (?=\\S))?(.+?)(?:,? (?:${BEHIND}))*$`);
/** Around it: "would Friday at 3 work", "würde Freitag gehen". */
const WOULD = new RegExp(
  `^(?:does|would|will|could|wurde|konnte) (.+?) ${anyPhrase(
    'work/suit /for /me/you, be /free/available/possible/okay/ok/fine/good /for /you',
    'gehen/passen/klappen, /bei/fur ihnen/sie gehen/passen/klappen, moglich sein',
  )}$`,
);
const FIRST = new RegExp(`^(?:${ARTICLE} )?(?:${FIRST_WORDS})$`);

/**
 * Returns the day or the time of a question such as `what do you have on Friday`, `is Friday at 3 free`. A text that is read as it is, or
 * has none, stays as it is.
 */
export async function withoutAsking(text: string, office: Office): Promise<string> {
  const said = normalizeSaid(text);
  const [, asked = said] = WOULD.exec(said) ?? PATTERN.exec(said) ?? [];
  // "The first available" is a time, and "the first" a day.
  if (asked === said || FIRST.test(asked)) return text;
  const [whole, left] = [await askedChoice(text, office), await askedChoice(asked, office)];
  return 'spoken' in whole && whole.reason === undefined && !('spoken' in left) ? asked : text;
}
