import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Frame, Page } from 'playwright-core';

/** WCAG 2.2, level AA, which contains the earlier versions and level A. */
const OPTIONS: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  // The one rule of WCAG 2.2 is off by default.
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
  // A frame is tested alone: axe-core would need scripts in all of them.
  iframes: false,
};

/**
 * Tests a page or a frame with axe-core. The script comes through the debugger, which no Content-Security-Policy stops.
 * @param rules to test alone, such as `color-contrast`, where the rest is the same as before. Default: all.
 * @throws with the findings: rule, elements, and what to change.
 */
export async function expectAccessible(target: Page | Frame, rules?: readonly string[]): Promise<void> {
  const runOnly: RunOptions = rules ? { runOnly: { type: 'rule', values: [...rules] }, rules: {} } : {};
  const isLoaded = await target.evaluate(() => 'axe' in window);
  if (!isLoaded) await target.evaluate(`${axe.source};undefined`);
  const { violations } = (await target.evaluate(
    (options) => (window as unknown as { axe: typeof axe }).axe.run(document, options as RunOptions),
    { ...OPTIONS, ...runOnly } as unknown,
  )) as AxeResults;
  if (violations.length === 0) return;
  const findings = violations.map(({ id, help, nodes }) => {
    const places = nodes.map(
      ({ html, failureSummary = '' }) => `  ${html}\n    ${failureSummary.replaceAll('\n', '\n    ')}`,
    );
    return `${id}: ${help}\n${places.join('\n')}`;
  });
  throw new Error(`axe-core found ${violations.length} problems:\n${findings.join('\n')}`);
}
