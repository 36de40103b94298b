import type { ToolDefinition, ToolServices } from '../../tools/index.ts';
import { COMPLETIONS, type Completer, type Completers, type CompletionKind, RECORD_TOOLS } from './types.ts';

export { isRecordValue, parseRecordValue } from './record-value.ts';
export { COMPLETIONS, type Completers, type CompletionKind, RECORD_ARGUMENTS } from './types.ts';

/** Returns the completers of a server. Records are completed only if its tools may list them. */
export function completersFor(tools: readonly ToolDefinition[], services: ToolServices): Completers {
  const names = new Set(tools.map(({ name }) => name));
  const kinds = (Object.keys(COMPLETIONS) as CompletionKind[]).filter((kind) => {
    const tool = RECORD_TOOLS[kind];
    return tool === undefined || names.has(tool);
  });
  // Loaded when a user types: most clients complete nothing.
  const completer =
    (kind: CompletionKind): Completer =>
    async (typed) =>
      (await import('./suggest.ts')).suggest(kind, typed, tools, services);
  return Object.fromEntries(kinds.map((kind) => [kind, withoutErrors(kind, completer(kind), services)]));
}

/** Returns no suggestions instead of an error: a user who is typing cannot act on it. */
function withoutErrors(kind: string, complete: Completer, { logger }: ToolServices): Completer {
  return async (typed) => {
    try {
      return await complete(typed);
    } catch (error) {
      logger.debug('completion failed', { kind, error });
      return [];
    }
  };
}
