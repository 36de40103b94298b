import type { Toolset } from '../../tools/index.ts';
import type { CompletionKind } from '../completion/index.ts';

/** An argument of a prompt: always text, typed by a person (MCP, Prompts). */
export interface PromptArgument {
  description: string;
  required?: true;
  completes?: CompletionKind;
}

/** Facts about the server that the message of a prompt depends on. */
export interface PromptFacts {
  /** IANA zone of the business; undefined if it is unknown. */
  zone: string | undefined;
  /** Returns whether a tool is offered. The message names no other tools. */
  has(tool: string): boolean;
}

/** An argument that the user has filled in. */
export interface GivenArgument {
  /** The id, if the user chose a suggested record. */
  id?: string;
}

/** A prompt: its listing and its message. Argument schema, completion and quoting are derived from it. */
export interface PromptDefinition<A extends string = string> {
  /** snake_case. Fixed once published. */
  name: string;
  title: string;
  description: string;
  /** The toolset whose icon it has. */
  toolset: Toolset;
  /** Required tools: the prompt is offered if all of them are. */
  needs: readonly string[];
  args: { readonly [K in A]: PromptArgument };
  /**
   * Returns the steps for the model; false entries are omitted. The arguments are quoted above the steps.
   * @param args the arguments that the user has filled in, for steps that depend on them.
   */
  steps(facts: PromptFacts, args: { readonly [K in A]?: GivenArgument }): readonly (string | false)[];
}

/** Checks the types of a definition; policy tests check the rest. */
export function definePrompt<A extends string>(prompt: PromptDefinition<A>): PromptDefinition {
  return prompt;
}

/** The entry of a prompt in `prompts/list`, without its icon. */
export function promptListing({ name, title, description, args }: PromptDefinition) {
  const listedArguments = Object.entries(args).map(([argumentName, argument]) => ({
    name: argumentName,
    description: argument.description,
    required: argument.required ?? false,
  }));
  return { name, title, description, arguments: listedArguments };
}

/** The step that states the zone of times without one. */
export function zoneOf({ zone }: PromptFacts): string {
  return zone
    ? `Times without a zone are those of ${zone}.`
    : 'No business zone is set: ask in which zone a time is meant.';
}

/** The step that names the source of the current time. */
export function nowFrom({ has }: PromptFacts): string | false {
  return has('get_account_context') && 'get_account_context returns the current time.';
}
