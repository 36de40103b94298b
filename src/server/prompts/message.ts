import type { GetPromptResult } from '@modelcontextprotocol/server';
import { cleanLine } from '../../lib/text.ts';
import type { PromptDefinition, PromptFacts } from './define.ts';

/** The result of `prompts/get`: one user message, with the user's arguments quoted above the steps. */
export function promptResult(
  { description, args, steps }: PromptDefinition,
  values: Readonly<Record<string, unknown>>,
  facts: PromptFacts,
): GetPromptResult {
  // Forms send the empty text for an empty field.
  const typed = Object.keys(args).flatMap((name) => {
    const text = cleanLine(String(values[name] ?? ''));
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
