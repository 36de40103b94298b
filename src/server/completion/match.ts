import { normalizeText } from '../../lib/search/text-search.ts';

/** Returns the suggestions that contain the typed text, ignoring case and diacritics; those that begin with it first. */
export function filterSuggestions<T>(suggestions: readonly T[], typed: string, textOf: (suggestion: T) => string): T[] {
  const query = normalizeText(typed.trim());
  const ranked = suggestions.map((suggestion) => ({
    suggestion,
    at: normalizeText(textOf(suggestion)).indexOf(query),
  }));
  return ranked
    .filter(({ at }) => at >= 0)
    .sort((a, b) => Number(a.at > 0) - Number(b.at > 0))
    .map(({ suggestion }) => suggestion);
}
