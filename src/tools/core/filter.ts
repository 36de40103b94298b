import type { Effect } from '../../contract/index.ts';
import type { Confirm } from './settings.ts';
import type { Toolset } from './toolsets.ts';

/** What decides whether a tool is offered, and whether it asks for confirmation. */
export interface FilteredTool {
  toolset: Toolset;
  effect: Effect;
  /** Present on tools whose calls cannot be undone. */
  confirm?: unknown;
}

/**
 * Which setting hides a tool; undefined when the tool is offered. The server's registry and the listings that are sent
 * before the server is loaded both use this rule, so it imports nothing at run time.
 */
export function hiddenBy(
  { toolset, effect }: FilteredTool,
  { toolsets, readOnly }: { toolsets: readonly string[]; readOnly: boolean },
): 'toolset' | 'read-only' | undefined {
  if (!toolsets.includes(toolset)) return 'toolset';
  return readOnly && effect !== 'read' ? 'read-only' : undefined;
}

/** Whether the operator wants a tool's calls confirmed. */
export function asksFirst({ effect, confirm }: FilteredTool, setting: Confirm): boolean {
  if (setting === 'never' || effect === 'read') return false;
  return setting === 'writes' || confirm !== undefined;
}
