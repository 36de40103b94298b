/** Words by language. */
type ByLanguage<W> = Readonly<Record<string, W>> & { readonly en: W };

/**
 * Returns a function that gives the forms of a language and, behind them, the English ones: models write English in every language.
 * @param formsOf makes the forms of the words of a language, once for each
 */
export function withEnglish<W, F>(
  words: ByLanguage<W>,
  formsOf: (words: W, language: string) => readonly F[],
): (language: string) => readonly F[] {
  const english = formsOf(words.en, 'en');
  const forms = new Map(
    Object.entries<W>(words).map(([language, one]) => [
      language,
      language === 'en' ? english : [...formsOf(one, language), ...english],
    ]),
  );
  return (language) => forms.get(language) ?? english;
}
