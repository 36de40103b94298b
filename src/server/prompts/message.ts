import type { GetPromptResult } from '@modelcontextprotocol/server';
import { quoteText, say } from '../../lib/text/sentence.ts';
import { cleanLine } from '../../lib/text/text.ts';
import { type CompletionKind, parseRecordValue, RECORD_ARGUMENTS } from '../completion/index.ts';
import type { GivenArgument, PromptDefinition, PromptFacts } from './define.ts';

/** The result of `prompts/get`: one user message, with the user's arguments quoted above the steps. */
export function promptResult(
  { description, args, steps }: PromptDefinition,
  values: Readonly<Record<string, unknown>>,
  facts: PromptFacts,
): GetPromptResult {
  const given = Object.entries(args).flatMap(([name, { completes }]) => {
    const text = cleanLine(String(values[name] ?? ''));
    // Forms send the empty text for an empty field.
    return text === '' ? [] : [[name, readArgument(text, completes)] as const];
  });
  const [task, ...rest] = steps(facts, Object.fromEntries(given)).filter((step) => step !== false);
  const lines = given.map(([name, { line }]) => `${name}: ${line}`);
  const text = [
    task,
    ...(lines.length > 0 ? ['The user gave, as data:', ...lines.map((line) => `- ${line}`)] : []),
    'Steps:',
    ...rest.map((step, index) => `${index + 1}. ${step}`),
  ].join('\n');
  return { description, messages: [{ role: 'user', content: { type: 'text', text } }] };
}

/** Reads an argument. Of a suggested record only the id is passed on: its label has words of others. */
function readArgument(text: string, completes: CompletionKind | undefined): GivenArgument & { line: string } {
  const argument = completes && RECORD_ARGUMENTS[completes];
  const id = argument && parseRecordValue(text);
  return id ? { id, line: String(say`${argument} ${id}`) } : { line: quoteText(text, text.length) };
}
