import type { Frame } from 'playwright-core';
import { expect } from 'vitest';
import { imitationsOf } from './hostile-corpus.ts';

/** In each imitation, so that it is found wherever a page writes it. */
const MARK = 'qzx';

/** Texts that imitate words of a page, each with the mark. */
export const markedImitations = (...words: readonly string[]): string[] =>
  words.flatMap((word) => imitationsOf(`${word} ${MARK}`)).filter((text) => text.toLowerCase().includes(MARK));

/** Elements that the views make. Another one was made by a text of others. */
const ELEMENTS =
  'div main section article header h1 h2 h3 h4 p span strong button ul ol li dl dt dd bdi blockquote code time mark table caption thead tbody tfoot tr th td fieldset legend label input svg g title text rect line polyline circle details summary'.split(
    ' ',
  );

/** Expects that a page has no element, address or handler that a text of others made. */
export async function expectNoForeignElements(frame: Frame): Promise<void> {
  const foreign = await frame.evaluate((known) => {
    const view = document.getElementById('view') as HTMLElement;
    const isForeign = (element: Element) =>
      !known.includes(element.localName) ||
      [...element.attributes].some(({ name }) => /^(on|href|src|srcset|action|formaction|background|is)/.test(name));
    const outside = document.querySelectorAll(
      'body > :not(#view, script), body > script:not(:last-of-type), head > :not(meta, title, style)',
    );
    return [...[...view.querySelectorAll('*')].filter(isForeign), ...outside].map(({ outerHTML }) =>
      outerHTML.slice(0, 300),
    );
  }, ELEMENTS);
  expect(foreign).toEqual([]);
}

/**
 * Expects that words of others stand in elements for such words, as the names in a chart, or in quotation marks within a
 * sentence of the page. Returns how often they were found.
 */
export async function expectQuoted(frame: Frame): Promise<number> {
  const { unquoted, count } = await frame.evaluate((mark) => {
    const walker = document.createTreeWalker(document.getElementById('view') as HTMLElement, NodeFilter.SHOW_TEXT);
    const texts: { text: string; isQuoted: boolean }[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      if (!text.toLowerCase().includes(mark)) continue;
      // Outside of quotation marks nothing may be left.
      const outside = text.replace(/\u2068“[^”]*”\u2069/g, '').toLowerCase();
      const isQuoted =
        node.parentElement?.closest('.said, .visually-hidden, .chart') != null || !outside.includes(mark);
      texts.push({ text: `<${node.parentElement?.outerHTML.slice(0, 200)}`, isQuoted });
    }
    return { unquoted: texts.filter(({ isQuoted }) => !isQuoted).map(({ text }) => text), count: texts.length };
  }, MARK);
  expect([...new Set(unquoted)]).toEqual([]);
  return count;
}

/** What can be seen of a text, on one line: without blank characters, those that a view takes out, and hyphens of words. */
const visible = (text: string): string =>
  text
    .replace(/[\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .replace(/[\s\p{Cc}\u2800\u3164_-]+/gu, '')
    .toLowerCase();

/** Names are cut after more characters. */
const SHOWN = 60;

/** A letter keeps six marks: more would cover the lines around it. */
const withFewMarks = (text: string): string => text.replace(/(\p{M}{6})\p{M}+/gu, '$1');

/** Expects that texts can be read in a page as they were written, but for marks that cover other lines. */
export async function expectReadable(frame: Frame, texts: readonly string[]): Promise<void> {
  await expect
    .poll(async () => {
      const shown = visible(await frame.evaluate(() => document.getElementById('view')?.textContent ?? ''));
      return texts.filter((text) => !shown.includes(withFewMarks(visible(text)).slice(0, SHOWN)));
    })
    .toEqual([]);
}
