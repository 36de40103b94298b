import { memoize } from '../../lib/lazy.ts';
import { normalizeName } from '../../lib/search/text-search.ts';

/** Who is meant without a name. Normalized, alternatives of regular expressions, in all spoken languages. */
const CALLER = [
  '(?:wireless )?caller|customer|user|anrufer(?:in)?|appelante?|llamante|chiamante|chamador',
  '(?:the|der|die|l|le|la|el|il|lo|o) (?:caller|customer|user|anrufer(?:in)?|appelante?|llamante|chiamante|chamador)',
].join('|');
/** What a telephone or a form calls unknown. */
const THING =
  'name|number|nummer|person|nom|numero|nombre|nome|persona|pessoa|personne|rufnummer|phone number|caller id';
const UNKNOWN = [
  'unknown|anonymous|unidentified|unnamed|private|restricted|withheld|unavailable|blocked',
  'not (?:known|provided|given|stated|specified|available|said|applicable)|none (?:given|provided)',
  'unbekannte[rsn]?|unbekannt|anonyme[rsn]?|anonym|unterdruckte?|nicht (?:bekannt|angegeben|genannt|verfugbar)',
  'inconnue?|anonyme|masquee?|non (?:renseigne|communique|precise|connu|indique)e?|indisponible',
  'desconocid[oa]|anonim[oa]|oculto|privad[oa]|no (?:disponible|indicado|proporcionado|facilitado)',
  'sconosciut[oa]|privat[oa]|nascosto|non (?:disponibile|noto|indicato|fornito)',
  'desconhecid[oa]|nao (?:informado|disponivel|indicado|identificado)',
].join('|');
/** Without a name, as programs and people write it. A name such as Na has no slash or full stop. */
const NONE = [
  'none|null|nil|undefined|tbd|n/a|n\\.a\\.?|k\\. ?a\\.?|no name(?: given| provided)?|without (?:a )?name',
  'keine?n? (?:name|namen|angabe|angaben)|ohne (?:name|namen|angabe)|(?:pas de|sans) nom|sin nombre|senza nome|sem nome',
].join('|');
/** A variable that was not replaced, and a text without a letter. */
const TEMPLATE = /^(?:\{\{?.*\}?\}|<.*>|\[.*\]|\$\{.*\}|[^\p{L}\p{M}]*)$/u;

const pattern = memoize(
  () =>
    new RegExp(
      `^(?:${NONE}|${CALLER}|(?:${UNKNOWN})(?: (?:${CALLER}|${THING}))?|(?:${CALLER}|${THING}) (?:is )?(?:${UNKNOWN}))$`,
    ),
);

/** True for words that say that a name is not known. Only the whole text counts: Chris Null is a name. */
export const isUnknownName = (text: string): boolean => pattern().test(normalizeName(text));

/** True for what agents and their vendors write in place of a name that they do not know: also a variable, or a number. */
export const isPlaceholderName = (text: string): boolean => TEMPLATE.test(text.trim()) || isUnknownName(text);
