import { memoize } from '../../../../lib/concurrency/lazy.ts';
import { normalizeName } from '../../../../lib/search/text-search.ts';

/** Who is meant without a name. Normalized, alternatives of regular expressions, in all spoken languages. */
const CALLER =
  '(?:(?:the|wireless|der|die|le?|l[ao]|el|il|o) )?(?:caller|customer|user|anrufer(?:in)?|appelante?|llamante|chiamante|chamador)';
/** What a telephone or a form calls unknown. */
const THING = 'name|(?:phone )?number|(?:ruf)?nummer|persona?|nom|num[eb]ro|nombre|nome|pessoa';
const UNKNOWN = [
  'unknown|anonymous|private|restricted|withheld|unavailable|blocked|not (?:known|provided|given|specified|available)',
  'unbekannte?r?|anonyme?r?|unterdruckt|nicht (?:bekannt|angegeben)|inconnue?|masquee?|non (?:renseigne|communique|connu)e?',
  '(?:s|des)cono(?:sciut|cid)[oa]|desconhecid[oa]|anonim[oa]|oculto|privad[oa]|nascosto|no disponible|non disponibile|nao informado',
].join('|');
/** Without a name, as programs and people write it. A name such as Na has no slash or full stop. */
const NONE =
  'none|null|undefined|n/a|n\\.a\\.?|k\\. ?a\\.?|no name|keine? (?:name|angabe)|ohne namen?|(?:pas de|sans) nom|sin nombre|senza nome|sem nome';
/** A variable that was not replaced, and a text without a letter. */
const TEMPLATE = /^(?:\{\{?.*\}?\}|<.*>|\[.*\]|\$\{.*\}|[^\p{L}\p{M}]*)$/u;

const pattern = memoize(
  () =>
    new RegExp(
      `^(?:${NONE}|${CALLER}|(?:${UNKNOWN})(?: (?:${CALLER}|${THING}))?|(?:${CALLER}|${THING}) (?:is )?(?:${UNKNOWN}))$`,
    ),
);

/**
 * What a caller says of themselves, by the language that is spoken. In another one, Io and Yo are names; Mi is one in each. English words
 * are read in every language, because models write them.
 */
const SELF: Readonly<Record<string, string>> = {
  en: '(?:its )?me|(?:for )?(?:me|myself)|i',
  de: '(?:fur )?(?:mich|mich selbst)|ich(?: selbst)?|mir',
  es: 'yo(?: mism[oa])?|para mi|mi mism[oa]',
  fr: '(?:pour )?moi(?: meme)?|cest moi',
  it: '(?:sono )?io(?: stess[oa])?|per me|me stess[oa]',
  pt: '(?:sou )?eu(?: mesm[oa])?|(?:para )?mim',
};

const isSelf = (name: string, language: string): boolean =>
  [SELF.en, SELF[language]].some((words) => words !== undefined && new RegExp(`^(?:${words})$`).test(name));

/**
 * True for words that say that a name is not known, or only that it is the caller's. Only the whole text counts: Chris Null is a name.
 * @param language that is spoken, such as `de`
 */
export function isUnknownName(text: string, language: string): boolean {
  const name = normalizeName(text);
  return pattern().test(name) || isSelf(name, language);
}

/** True for what agents and their vendors write in place of a name that they do not know: also a variable, or a number. */
export const isPlaceholderName = (text: string, language: string): boolean =>
  TEMPLATE.test(text.trim()) || isUnknownName(text, language);
