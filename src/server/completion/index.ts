import type { ToolDefinition, ToolServices } from '../../tools/index.ts';
import { days } from './days.ts';
import { records } from './records.ts';
import type { Completer, Completers } from './types.ts';
import { zones } from './zones.ts';

export { isRecordValue, parseRecordValue } from './record-value.ts';
export { COMPLETIONS, type Completers, type CompletionKind, RECORD_ARGUMENTS } from './types.ts';

/** Returns the completers of a server. Records are completed only if its tools may list them. */
export function completersFor(tools: readonly ToolDefinition[], services: ToolServices): Completers {
  const all = { ...Object.fromEntries(records(tools, services)), ...days(services), ...zones(services) };
  return Object.fromEntries(
    Object.entries(all).map(([kind, complete]) => [kind, withoutErrors(kind, complete, services)]),
  );
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
