import type * as z from 'zod';
import type { Effect, Scope } from '../../contract/index.ts';
import { memoize } from '../../lib/concurrency/lazy.ts';
import type { Sentence } from '../../lib/text/sentence.ts';
import type { ToolContext } from './context.ts';
import type { Suggestion, ToolFailure } from './errors.ts';
import type { Toolset } from './toolsets.ts';
import type { ViewName } from './view-names.ts';

/** A question about a state whose changes may not show in its words. */
export interface Question {
  question: Sentence;
  /** What the question is about. A confirmation counts only while this is the same; of other questions, while the words are. */
  basis: string;
}

/** A tool: its metadata and one short function. The pipeline does everything else. */
export interface ToolDefinition<I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject> {
  /** snake_case, at most 64 characters. Never changes after publication. */
  name: string;
  title: string;
  /** The first sentence decides whether an agent finds the tool. */
  description: string;
  toolset: Toolset;
  /** The only source of safety metadata: annotations, read-only mode and docs are derived from it. */
  effect: Effect;
  /** Scope that the embedded platform requires of the key; null if none. */
  scope: Scope | null;
  /** A flat, strict object. */
  input: I;
  output: O;
  /** Returns plain data. Throws `ToolError`, or does not catch errors of the API. */
  run(input: z.output<I>, context: ToolContext): Promise<z.input<O>>;
  /**
   * Returns alternatives after the platform rejected a request (400, 409, 422). Only reads. The pipeline limits its time
   * and ignores its failures.
   */
  suggestAlternatives?(input: z.output<I>, context: ToolContext, failure: ToolFailure): Promise<Suggestion | undefined>;
  /**
   * Returns the question to the user before an irreversible call, which states exactly the effect. Returns undefined if no
   * confirmation is needed. Only reads.
   */
  confirm?(input: z.output<I>, context: ToolContext): Promise<Sentence | Question | undefined>;
  /** `run` may throw a `QuestionError`, before it changes anything. The input has the arguments that answer it. */
  asks?: true;
  /** True for input that only asks what a call would do: the call is neither confirmed nor audited. */
  isDryRun?(input: z.output<I>): boolean;
  /** What takes the place of arguments that agents send and the tool does not have: a sentence for each. */
  instead?: Readonly<Record<string, string>>;
  /** How to get the records that an answer drops from a list to fit its token budget: a clause for each list. */
  cutAdvice?: Readonly<Record<string, string>>;
  /** How to get the texts that an answer shortens: a clause such as `get_booking has the whole`. */
  textAdvice?: string;
  /** Lists of which the platform may send only the first records, with the field of the answer that has their number. */
  listTotals?: Readonly<Record<string, string>>;
  /** First sentence of the text answer. */
  summary?(output: z.output<O>): string;
  /**
   * Set on tools of the voice profile, whose output is `{ spoken }`: sentences that a voice agent says. They are the whole
   * answer: no structured content, no output schema, no form.
   */
  spoken?: true;
  /** The view that hosts with MCP Apps draw the answer with. Its structured content and text are complete without it. */
  view?: ViewName;
}

/** Source form of a tool. Its schemas are built on first use, so that a call of one tool does not build all of them. */
interface ToolSource<I extends z.ZodObject, O extends z.ZodObject>
  extends Omit<ToolDefinition<I, O>, 'input' | 'output'> {
  input(): I;
  output(): O;
}

/** Checks a tool's types. The policy tests of the registry check the rest. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(source: ToolSource<I, O>): ToolDefinition {
  // The pipeline validates input with the schema of this tool before it calls `run`.
  return withSchemas(source as unknown as ToolDefinition, source.input, source.output);
}

/** Returns the tool with another input schema. */
export function withInput(tool: ToolDefinition, input: () => z.ZodObject): ToolDefinition {
  return withSchemas(tool, input, () => tool.output);
}

function withSchemas(tool: ToolDefinition, input: () => z.ZodObject, output: () => z.ZodObject): ToolDefinition {
  const schema = (build: () => z.ZodObject) => ({ get: memoize(build), enumerable: true });
  const properties = Object.getOwnPropertyDescriptors(tool);
  return Object.create(Object.prototype, { ...properties, input: schema(input), output: schema(output) });
}

/** Hints for hosts, derived from the effect of a tool (MCP, Tools, `ToolAnnotations`). */
export interface Annotations {
  title: string;
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

export function toolAnnotations(tool: Pick<ToolDefinition, 'title' | 'effect'>): Annotations {
  const { effect } = tool;
  return {
    title: tool.title,
    readOnlyHint: effect === 'read',
    // An update replaces what was there, so it is not merely additive.
    destructiveHint: effect === 'update' || effect === 'delete',
    // A tool that deletes may also create (manage_webhooks), and the hint must be true for all of its calls.
    idempotentHint: effect === 'read' || effect === 'update',
    // Answers contain text of callers, and the platform is not part of this program.
    openWorldHint: true,
  };
}

/** What the arguments of a call are read with. */
export type Called = Pick<ToolDefinition, 'name' | 'input' | 'effect' | 'instead'>;
