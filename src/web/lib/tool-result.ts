import { timesInWords } from './sentence-times.ts';

/** The result of a tool call, as views and the dashboard receive it (MCP, Tools, `CallToolResult`). */
export interface ToolResult {
  content?: { type: string; text?: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  _meta?: Record<string, unknown>;
}

/** The key of the view data in the `_meta` of a result (docs/views.md). */
export const VIEW_DATA = 'rcpt-mcp/view';

/** A question that the user has to answer before a call changes anything. */
export interface Question {
  /** The question, without the advice that is for models. */
  text: string;
  /** Arguments that answer it with yes, in addition to those of the call. */
  repeatWith: Record<string, unknown>;
}

/** Returns the question of a result; undefined if it is an answer. */
export function questionOf({ structuredContent, _meta }: ToolResult): Question | undefined {
  const question = structuredContent?.question as
    | { message?: unknown; repeat_with?: Record<string, unknown> }
    | undefined;
  if (typeof question?.message !== 'string') return undefined;
  const view = _meta?.[VIEW_DATA] as { question?: unknown } | undefined;
  const text = typeof view?.question === 'string' ? view.question : question.message;
  return { text: timesInWords(text), repeatWith: question.repeat_with ?? {} };
}

/** Returns the sentence of a failed call; undefined if the call did not fail. */
export function errorOf({ isError, structuredContent, content }: ToolResult): string | undefined {
  if (!isError) return undefined;
  const error = structuredContent?.error as { message?: unknown } | undefined;
  if (typeof error?.message === 'string') return error.message;
  return content?.find(({ text }) => text)?.text ?? 'The call failed. Nothing else is known.';
}

/** Returns the rule by which a time was refused. */
export function refusingRule({ isError, structuredContent }: ToolResult): string | undefined {
  const { rule, changed } = (structuredContent?.error ?? {}) as { rule?: unknown; changed?: unknown };
  return isError && changed === 'no' && typeof rule === 'string' ? rule : undefined;
}

/** Returns whether a failed call may have changed something. */
export function isUncertain({ structuredContent }: ToolResult): boolean {
  const { changed } = (structuredContent?.error ?? {}) as { changed?: unknown };
  return changed === 'unknown';
}

/** Returns the rule if an exception from it is possible: one person has one appointment at a time. */
export const overridable = (rule: string | undefined): string | undefined =>
  rule === 'slot_unavailable' ? undefined : rule;

/** A message with the reason that the platform gives in place of the rule or the status, which say the same to a program. */
export const platformReason = (message: string): string =>
  message.replace(
    /^The platform refused [^"]*It says: "(.+?)([.!?]?)"\. (?=Nothing was changed)/s,
    (_, reason, end) => {
      return `${reason}${end || '.'} `;
    },
  );

/** Says whether the caller is offered a tool. */
export type IsOffered = (tool: string) => boolean;

/** Returns which tools the caller of a result is offered: any, if the host drops the view data, so that it is unknown. */
export function offeredIn({ _meta }: ToolResult): IsOffered {
  const { tools } = (_meta?.[VIEW_DATA] ?? {}) as { tools?: unknown };
  return (tool) => !Array.isArray(tools) || tools.includes(tool);
}

/** Returns when a result was made, by the clock of its server, in milliseconds since the epoch; undefined if it does not say. */
export function answeredAt({ _meta }: ToolResult): number | undefined {
  const { now } = (_meta?.[VIEW_DATA] ?? {}) as { now?: unknown };
  const at = typeof now === 'string' ? Date.parse(now) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}
