import { commandLine } from '../../lib/command-line.ts';
import type { CheckContext, CheckResult } from './check.ts';
import { isHttpConfigured } from './http.ts';

/** Says what to do next, in the order in which it has to be done: the first problem is the cause of later ones. */
export function nextStep(results: readonly CheckResult[], { sources }: Pick<CheckContext, 'sources'>): string {
  const first = (wanted: CheckResult['status']) => results.find(({ status }) => status === wanted);
  const problem = first('problem');
  if (problem) return `Next: ${problem.fix ?? problem.summary}`;
  const warning = results.find(({ status, fix }) => status === 'warning' && fix !== undefined);
  if (warning) return `It works, but not as it should. Next: ${warning.fix}`;
  if (isHttpConfigured(sources)) return `Everything works. Start the server with: ${commandLine('http')}`;
  if (results.some(({ id }) => id === 'clients')) {
    const options = Object.keys(sources).length > 0 ? ', with the same options' : '';
    return `Everything works. Add it to an AI client${options}: ${commandLine('install claude-desktop')}`;
  }
  return 'Everything works. Start with a question to your AI client: "What does today look like?"';
}
