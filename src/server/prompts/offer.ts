import { completable, type Icon } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { issueText } from '../../contract/issue-text.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import { type Completers, isRecordValue, parseRecordValue, RECORD_ARGUMENTS } from '../completion/index.ts';
import { iconsOf } from '../icons.ts';
import { ALL_PROMPTS } from './all.ts';
import type { PromptDefinition } from './define.ts';

/** Maximum length of an argument, in characters. */
const MAX_LENGTH = 500;

/** A prompt in the form in which it is registered. */
export interface OfferedPrompt {
  prompt: PromptDefinition;
  config: { title: string; description: string; argsSchema: z.ZodObject; icons: Icon[] };
}

/** Returns the prompts whose required tools are all offered. */
export function offeredPrompts(tools: readonly ToolDefinition[], completers: Completers): OfferedPrompt[] {
  const names = new Set(tools.map(({ name }) => name));
  return ALL_PROMPTS.filter(({ needs }) => needs.every((tool) => names.has(tool))).map((prompt) => {
    const { title, description, toolset } = prompt;
    const argsSchema = argumentsSchema(prompt, completers);
    return { prompt, config: { title, description, argsSchema, icons: iconsOf(toolset) } };
  });
}

/** What begins like a suggestion must have the form of one, so that its id is certain. */
const isValidRecord = (text: string) => !isRecordValue(text) || parseRecordValue(text) !== undefined;
const NO_RECORD = 'has no valid id in brackets at its beginning: choose a suggestion, or describe it in words';

/** The SDK sends the messages of the schema. */
const IN_WORDS = { error: issueText };

/** The SDK reads names, descriptions and completion of the arguments from a zod object. */
function argumentsSchema({ args }: PromptDefinition, completers: Completers): z.ZodObject {
  const fields = Object.entries(args).map(([name, { description, required, completes }]) => {
    const trimmed = z.string(IN_WORDS).trim().max(MAX_LENGTH, IN_WORDS);
    const text = required ? trimmed.min(1, 'is required') : trimmed;
    const isRecord = completes !== undefined && RECORD_ARGUMENTS[completes] !== undefined;
    const described = (isRecord ? text.refine(isValidRecord, NO_RECORD) : text).describe(description);
    const complete = completes && completers[completes];
    const field = complete ? completable(described, (typed) => complete(typed ?? '')) : described;
    return [name, required ? field : field.optional()] as const;
  });
  return z.strictObject(Object.fromEntries(fields), IN_WORDS);
}
