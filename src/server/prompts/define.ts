import type { Toolset } from '../../tools/index.ts';
import type { CompletionKind } from '../completion/index.ts';

/** An argument of a prompt: always text, typed by a person (MCP, Prompts). */
export interface PromptArgument {
  description: string;
  required?: true;
  completes?: CompletionKind;
}

/** What a prompt's message may say of the server it is for. */
export interface PromptFacts {
  /** IANA zone of the business; undefined when nobody said. */
  zone: string | undefined;
  /** Whether a tool is offered: no other is named. */
  has(tool: string): boolean;
}

/** A prompt: what it says of itself, and one message. Arguments, completion and quoting follow from it. */
export interface PromptDefinition<A extends string = string> {
  /** snake_case. Fixed once published. */
  name: string;
  title: string;
  description: string;
  /** Whose icon it has. */
  toolset: Toolset;
  /** Tools that it cannot do without: it is offered where all of them are. */
  needs: readonly string[];
  args: { readonly [K in A]: PromptArgument };
  /**
   * What the model is to do, one step a line; empty lines are left out. What the user typed stands above it, quoted.
   * @param given the arguments that were given, for steps that depend on whether one was.
   */
  steps(facts: PromptFacts, given: { readonly [K in A]?: string }): readonly (string | false)[];
}

/** Checks a prompt's types; policy tests check the rest. */
export function definePrompt<A extends string>(prompt: PromptDefinition<A>): PromptDefinition {
  return prompt;
}

/** What `prompts/list` says of a prompt, without its icon. */
export function promptListing({ name, title, description, args }: PromptDefinition) {
  const listed = Object.entries(args).map(([argument, { description: meaning, required }]) => ({
    name: argument,
    description: meaning,
    required: required ?? false,
  }));
  return { name, title, description, arguments: listed };
}

/** In which zone a time without one is meant. */
export function zoneOf({ zone }: PromptFacts): string {
  return zone
    ? `Times without a zone are those of ${zone}.`
    : 'No business zone is set: ask in which zone a time is meant.';
}

/** Where the model learns what time it is. */
export function nowFrom({ has }: PromptFacts): string | false {
  return has('get_account_context') && 'get_account_context tells what time it is now.';
}
