import type * as z from 'zod';
import type { Effect, Scope } from '../../contract/index.ts';
import { memoize } from '../../lib/lazy.ts';
import type { ToolContext } from './context.ts';
import type { Suggestion } from './errors.ts';
import type { Toolset } from './toolsets.ts';

/** A tool: what it says of itself, and one short function. Everything else is done by the pipeline. */
export interface ToolDefinition<I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject> {
  /** snake_case, at most 64 characters. Fixed once published. */
  name: string;
  title: string;
  /** The first sentence decides whether an agent finds the tool. */
  description: string;
  toolset: Toolset;
  /** The only fact about safety: annotations, read-only mode and docs follow from it. */
  effect: Effect;
  /** What the embedded platform asks of the key; null when no scope is needed. */
  scope: Scope | null;
  /** A flat, strict object. */
  input: I;
  output: O;
  /** Returns plain data. Throws `ToolError`, or lets errors of the API pass. */
  run(input: z.output<I>, context: ToolContext): Promise<z.input<O>>;
  /**
   * What would do instead, when the platform refuses what was asked for (400, 409, 422). Only reads; the pipeline
   * bounds its time, and its own failures leave the refusal as it is.
   */
  suggestAlternatives?(input: z.output<I>, context: ToolContext): Promise<Suggestion | undefined>;
  /**
   * The question that the user is asked before a call that cannot be undone: exactly what will happen. Undefined when
   * there is nothing to ask. Only reads.
   */
  confirm?(input: z.output<I>, context: ToolContext): Promise<string | undefined>;
  /** One sentence that opens the text answer. */
  summary?(output: z.output<O>): string;
}

/** A tool as it is written. Its schemas are built when they are first needed: a call of one tool builds not all. */
export interface ToolSource<I extends z.ZodObject, O extends z.ZodObject>
  extends Omit<ToolDefinition<I, O>, 'input' | 'output'> {
  input(): I;
  output(): O;
}

/** Checks a tool's types; the registry's policy tests check the rest. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(source: ToolSource<I, O>): ToolDefinition {
  // Input is validated by the pipeline with this tool's own schema before `run` sees it.
  return withSchemas(source as unknown as ToolDefinition, source.input, source.output);
}

/** The same tool with another input schema. */
export function withInput(tool: ToolDefinition, input: () => z.ZodObject): ToolDefinition {
  return withSchemas(tool, input, () => tool.output);
}

function withSchemas(tool: ToolDefinition, input: () => z.ZodObject, output: () => z.ZodObject): ToolDefinition {
  const schema = (make: () => z.ZodObject) => ({ get: memoize(make), enumerable: true });
  const properties = Object.getOwnPropertyDescriptors(tool);
  return Object.create(Object.prototype, { ...properties, input: schema(input), output: schema(output) });
}

/** What hosts are told about a tool (MCP, Tools, `ToolAnnotations`): hints derived from its effect. */
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
    // A tool that deletes may also create (manage_webhooks): the hint must hold for each of its calls.
    idempotentHint: effect === 'read' || effect === 'update',
    // Answers carry what callers said, and the platform is not part of this program.
    openWorldHint: true,
  };
}
