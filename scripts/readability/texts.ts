/** A string literal of a program that a person may read. */
export interface Text {
  text: string;
  line: number;
}

const LITERAL = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;

/** Returns the string literals of a TypeScript source that have at least four words. A value inside of a template is the word `X`. */
export function textsOf(source: string): Text[] {
  const code = source
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/.+/g, ''))
    .replace(/(^|\s)\/\/.*$/gm, '$1');
  return [...code.matchAll(LITERAL)].flatMap((match) => {
    // A list of words is no sentence.
    if (code.slice(0, match.index).endsWith('words(')) return [];
    const text = (match[1] ?? match[2] ?? match[3] ?? '').replace(/\$\{[^}]*\}/g, 'X').replace(/\s+/g, ' ');
    return text.split(' ').length < 4 ? [] : [{ text, line: code.slice(0, match.index).split('\n').length }];
  });
}
