import { normalizeText } from '../../lib/text-search.ts';

/** The suggestions that what was typed so far occurs in, whatever case or accents; those that begin with it first. */
export function filterSuggestions<T>(suggestions: readonly T[], typed: string, textOf: (suggestion: T) => string): T[] {
  const wanted = normalizeText(typed.trim());
  const ranked = suggestions.map((suggestion) => ({
    suggestion,
    at: normalizeText(textOf(suggestion)).indexOf(wanted),
  }));
  return ranked
    .filter(({ at }) => at >= 0)
    .sort((a, b) => Number(a.at > 0) - Number(b.at > 0))
    .map(({ suggestion }) => suggestion);
}
