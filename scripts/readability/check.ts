import { deadLink, type Pages } from './links.ts';
import type { Block, Heading } from './page.ts';
import { countWords, MAX_WORDS, sentencesOf } from './sentences.ts';
import { avoidedWords } from './words.ts';

/** Something to change in a page. */
export interface Problem {
  line: number;
  message: string;
}

const beginning = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}…` : text);
const around = (text: string, start: number) =>
  `${start > 40 ? '…' : ''}${beginning(text.slice(Math.max(0, start - 40)))}`;

/** Returns the long sentences and the avoided words of a text. */
export function checkText({ text, line, cell = false }: Block): Problem[] {
  const problems: Problem[] = [];
  for (const sentence of sentencesOf(text, { semicolons: cell })) {
    const words = countWords(sentence);
    if (words > MAX_WORDS) {
      problems.push({ line, message: `a sentence has ${words} words (at most ${MAX_WORDS}): ${beginning(sentence)}` });
    }
  }
  for (const { found, at, instead } of avoidedWords(text)) {
    problems.push({ line, message: `"${found}" (instead: ${instead}): ${around(text, at)}` });
  }
  return problems;
}

/** Returns headings whose text another heading under the same parent has: a link to it would have to count them. */
function repeatedHeadings(headings: readonly Heading[]): Problem[] {
  const problems: Problem[] = [];
  /** The texts under the current heading of each depth. */
  const seen: Set<string>[] = [];
  for (const { text, depth, line } of headings) {
    seen.length = Math.min(seen.length, depth + 1);
    seen[depth] ??= new Set();
    if (seen[depth].has(text)) problems.push({ line, message: `the heading "${text}" stands twice under one heading` });
    seen[depth].add(text);
  }
  return problems;
}

/** Checks a page: sentences, words, links, headings, and the languages of code. The path is relative to the root of the pages. */
export function checkPage(pages: Pages, file: string): Problem[] {
  const page = pages.get(file);
  const problems = [...page.blocks.flatMap(checkText), ...repeatedHeadings(page.headings)];
  for (const { target, line } of page.links) {
    const message = deadLink(pages, file, target);
    if (message) problems.push({ line, message });
  }
  for (const { language, line } of page.code) {
    if (language === undefined)
      problems.push({ line, message: 'a code block names no language (text for plain text)' });
  }
  return problems.sort((a, b) => a.line - b.line);
}
