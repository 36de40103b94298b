import { normalizeName } from '../../../lib/search/text-search.ts';
import { anyPhrase } from './phrases.ts';
import { withoutPoliteness } from './small-words.ts';
import { withEnglish } from './with-english.ts';

/** What a caller says who does not want a change any more, normalized. */
interface KeepWords {
  /** One of these verbs, as alternatives of a regular expression, and nothing but the words beside it. */
  verbs: string;
  beside: string;
  /** Whole sentences. */
  phrases: string;
}

const KEEP: Readonly<Record<string, KeepWords>> & { en: KeepWords } = {
  en: {
    verbs: 'leave|keep|undo',
    beside:
      'it that this everything things as is was were are the way how like my appointment booking just i ill lets let me',
    phrases:
      'never mind /that/it, nevermind, forget it/that, back to how it was, dont move/change/cancel it/that/anything',
  },
  de: {
    verbs: 'lass|lassen?|lasst|behalten?|bleibt|ruckgangig',
    beside: 'sie wir es das alles so dabei wie ist war den meinen termin ich mochte mach machen wieder einfach',
    phrases:
      'doch/lieber/besser /doch nicht, vergiss/vergessen /sie es/das, nicht verschieben/absagen, alles wie gehabt',
  },
  es: {
    verbs: 'dej(?:e|a|ar|emos)(?:l[oa])?',
    beside: 'lo la todo asi tal como igual que esta estaba cita mi',
    phrases:
      'mejor no, olvidelo/olvidalo, no cambie/cambies nada, me quedo con la que tengo/tenia, me quedo con mi cita',
  },
  fr: {
    verbs: 'laissez|laisse|laissons|garder?',
    beside: 'le la tout tel quel comme ca cetait cest avant tomber je mon rendez vous rdv',
    phrases: 'finalement non, ne changez/change/bougez/bouge rien, oubliez/oublie /ca',
  },
  it: {
    verbs: 'lasc(?:i|ia|iamo|iate|ialo|iarlo)|tengo',
    beside: 'lo tutto cosi come comera era e sta stava stare perdere il mio appuntamento lappuntamento',
    phrases: 'meglio di no, come non detto, non cambi/cambiate niente/nulla',
  },
  pt: {
    verbs: 'deix(?:a|e|ar|amos)|mantenha|mantem',
    beside: 'tudo assim como mesmo esta estava isso pra para la a minha consulta do jeito que',
    phrases: 'melhor nao, esquece/esqueca /isso, nao mude/mexa /em nada',
  },
};
/** Before them, in all languages. */
const AHEAD = anyPhrase(
  'no/oh/okay/ok/wait/actually/sorry/then/please, nein/ach/warte/dann, warten sie, non/bon/pardon/finalement/enfin',
  'espera/espere/perdon/pues, anzi/scusi/aspetti/allora, nao/desculpe/desculpa/entao',
);
const keepIn = withEnglish(KEEP, ({ verbs, beside, phrases }) => {
  const words = `(?:${beside.replaceAll(' ', '|')})`;
  return [new RegExp(`^(?:${AHEAD} )*(?:(?:${words} )*(?:${verbs})(?: ${words})*|${anyPhrase(phrases)})$`)];
});

/** In all languages: behind a change that was made, they mean the time before it. */
const BACK = /\b(?:undo|back|was|were|ruckgangig|wieder|war|estaba|avant|c?etait|(?:com)?era|stava|estava)\b/;

/**
 * Returns whether a caller wants an appointment to stay as it is: `no wait, leave it`. With words such as `as it was`, this can be that before
 * a change. Undefined for other words.
 */
export function keeping(text: string, language: string): 'as it is' | 'as it was' | undefined {
  const said = normalizeName(withoutPoliteness(text))
    .replace(/[,.;:!?]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
  if (!keepIn(language).some((pattern) => pattern.test(said))) return undefined;
  return BACK.test(said) ? 'as it was' : 'as it is';
}
