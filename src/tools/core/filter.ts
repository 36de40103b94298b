import type { Effect } from '../../contract/index.ts';
import type { Confirm } from './settings.ts';
import type { Toolset } from './toolsets.ts';

/** The part of a tool that decides whether it is offered and requires confirmation. */
export interface FilteredTool {
  toolset: Toolset;
  effect: Effect;
  /** Present on tools whose calls are irreversible. */
  confirm?: unknown;
  /** Set on tools of the voice profile, which confirm by speech. */
  spoken?: true;
}

/**
 * Returns the setting that hides a tool; undefined if the tool is offered. Used by the registry and by the listings that
 * are sent before the server is loaded, so this file has no imports at run time.
 */
export function hiddenBy(
  { toolset, effect }: FilteredTool,
  { toolsets, readOnly }: { toolsets: readonly string[]; readOnly: boolean },
): 'toolset' | 'read-only' | undefined {
  if (!toolsets.includes(toolset)) return 'toolset';
  return readOnly && effect !== 'read' ? 'read-only' : undefined;
}

/** True if the user has to confirm calls of the tool by a form or a token. */
export function requiresConfirmation({ effect, confirm, spoken }: FilteredTool, setting: Confirm): boolean {
  if (setting === 'never' || effect === 'read' || spoken) return false;
  return setting === 'writes' || confirm !== undefined;
}
