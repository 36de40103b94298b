import { oneLine } from '../../lib/short-text.ts';

/** A name that a person chose, within a sentence of the page: on one line, in quotation marks, isolated. */
export const inQuotes = (name: string): string => `\u2068“${oneLine(name).replace(/["“”„]/g, "'")}”\u2069`;
