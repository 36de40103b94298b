import { cleanLine, truncate } from './text.ts';

/** Text that others wrote, which a sentence always shows in quotation marks. */
interface Quoted {
  text: string;
  maxLength: number;
}

/** A value in a sentence. A string is an identifier: it is quoted unless it is plain. */
export type SentenceValue = string | number | Quoted | Sentence;

/** Returns a text of others in quotation marks, without characters that could end the quotation. */
type Quote = (text: string, maxLength: number) => string;

/** An identifier that cannot be read as words of a sentence or as structure. */
export const PLAIN_ID = /^[A-Za-z0-9_-]{1,64}$/;
/** As long as the id in an argument can be, in characters. */
export const MAX_ID_LENGTH = 256;

/**
 * A sentence of this program with values of others. It is rendered where it leaves the program, because only that place
 * knows what has to be masked. Build it with `say`.
 */
export class Sentence {
  readonly #words: readonly string[];
  readonly #values: readonly SentenceValue[];

  constructor(words: readonly string[], values: readonly SentenceValue[]) {
    this.#words = words;
    this.#values = values;
  }

  /** True if the sentence shows text of others in quotation marks. */
  get isQuoting(): boolean {
    return this.#values.some((value) => {
      if (value instanceof Sentence) return value.isQuoting;
      return typeof value === 'string' ? !PLAIN_ID.test(value) : typeof value === 'object';
    });
  }

  render(quote: Quote): string {
    const values = this.#values.map((value) => {
      if (value instanceof Sentence) return value.render(quote);
      if (typeof value === 'object') return quote(value.text, value.maxLength);
      return typeof value === 'number' || PLAIN_ID.test(value) ? String(value) : quote(value, MAX_ID_LENGTH);
    });
    return this.#words.map((words, index) => words + (values[index] ?? '')).join('');
  }

  toString(): string {
    return this.render(quoteText);
  }
}

/** Template tag for sentences with values of others: identifiers, names, arguments, texts of the platform. */
export function say(words: TemplateStringsArray, ...values: SentenceValue[]): Sentence {
  return new Sentence(words, values);
}

/** Quotes a text in `say`, however plain it is: a name can be an order in plain words. */
export const quoted = (text: string, maxLength = 80): Quoted => ({ text, maxLength });

/** Shows words of this program, or a value that it has validated, unquoted in `say`. */
export const trusted = (text: string): Sentence => new Sentence([text], []);

/** Returns words of this program as a sentence, and a sentence as it is. */
export const asSentence = (text: string | Sentence): Sentence => (typeof text === 'string' ? trusted(text) : text);

/** Joins values with a separator of this program. */
export function joined(values: readonly SentenceValue[], separator: string): Sentence {
  const words = values.map((_, index) => (index === 0 ? '' : separator));
  return new Sentence([...words, ''], values);
}

/** Joins values with commas. Those after the first `max` are counted. */
export function listed(values: readonly SentenceValue[], max = 5): Sentence {
  const more = values.length - max;
  return say`${joined(values.slice(0, max), ', ')}${more > 0 ? say` and ${more} more` : say``}`;
}

/** An error whose message is a sentence. */
export class SentenceError extends Error {
  constructor(
    readonly sentence: string | Sentence,
    options?: ErrorOptions,
  ) {
    super(String(sentence), options);
  }
}

/**
 * Quotation marks and brackets of any script, and characters that look like them. Apostrophes are among them: two in
 * succession look like a quotation mark.
 */
const DELIMITERS = /[\p{Quotation_Mark}\p{Ps}\p{Pe}\p{Pi}\p{Pf}<>＜＞﹤﹥`´ʹ-ʽˈˊˋ˝ˮ״׳′-‷⁗〃❛-❠⟨⟩🙶-🙸]+/gu;

/** Puts a text of others on one line, with an apostrophe for each quotation mark and bracket. */
export function withoutDelimiters(text: string): string {
  return cleanLine(text).replace(DELIMITERS, "'");
}

/** The same of one line, with round brackets: names and times are written with them, and they cannot end a quotation. */
export function withRoundBrackets(text: string): string {
  return text.replace(DELIMITERS, (run) => run.replaceAll(/[^()]+/g, "'"));
}

/** Quotes a text that contains nothing to mask. */
export function quoteText(text: string, maxLength: number): string {
  return `"${truncate(withRoundBrackets(cleanLine(text)), maxLength)}"`;
}
