/** Before names in the languages of the voice profile, whichever of them is spoken, with the prepositions that join them. */
const WORDS = 'a an the ein eine einen einer der die das den dem un une le la una el al il lo uno o um uma à ao';
const ARTICLES = new RegExp(`^(?:(?:${WORDS.replaceAll(' ', '|')})\\s+|(?:l|un)['’])+(?=\\S)`, 'iu');

/** Returns a text without the articles that it begins with. They can belong to a name, such as La Rosa. */
export const withoutArticle = (text: string): string => text.trim().replace(ARTICLES, '');
