import { cleanLine, truncate } from '../lib/text/text.ts';

const SHOWN_LENGTH = 40;

/** Quotes a value on one line of the terminal as the file has it, so that it is found there. */
export const quoteCell = (text: string): string => `"${truncate(cleanLine(text), SHOWN_LENGTH)}"`;
