/** Begins a sentence with a phrase. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Returns how a name is said of a person, in languages in which a title then has an article: `con el Sr. Lee`. "Dr." has none: it is also
 * written of women, of whom a masculine article would be wrong.
 */
export function withArticle(titles: Readonly<Record<string, string>>): (name: string) => string {
  const articles = Object.entries(titles).map(
    ([article, words]) => [article, new RegExp(`^(?:${words.replaceAll(' ', '|')})\\.?\\s`, 'iu')] as const,
  );
  return (name) => {
    const [article] = articles.find(([, title]) => title.test(name)) ?? [];
    return article === undefined ? name : `${article} ${name}`;
  };
}
