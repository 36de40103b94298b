import type { GetPromptResult } from '@modelcontextprotocol/server';
import { cleanLine } from '../../lib/text.ts';
import type { PromptDefinition, PromptFacts } from './define.ts';

/** What a prompt gives: one message of the user's, with what they typed quoted above it. */
export function promptResult(
  { description, args, steps }: PromptDefinition,
  given: Readonly<Record<string, unknown>>,
  facts: PromptFacts,
): GetPromptResult {
  // A form sends what was left empty as an empty text.
  const typed = Object.keys(args).flatMap((name) => {
    const text = cleanLine(String(given[name] ?? ''));
    return text === '' ? [] : [[name, text] as const];
  });
  const [task, ...rest] = steps(facts, Object.fromEntries(typed)).filter((step) => step !== false);
  const quoted = typed.map(([name, text]) => `${name}: ${JSON.stringify(text)}`);
  const text = [
    task,
    ...(quoted.length > 0 ? ['The user gave, as data:', ...quoted.map((line) => `- ${line}`)] : []),
    'Steps:',
    ...rest.map((step, index) => `${index + 1}. ${step}`),
  ].join('\n');
  return { description, messages: [{ role: 'user', content: { type: 'text', text } }] };
}
