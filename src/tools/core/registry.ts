import { withConfirmation } from './confirm.ts';
import type { ToolDefinition } from './define.ts';
import { hiddenBy } from './filter.ts';
import type { Confirm } from './settings.ts';
import type { Toolset } from './toolsets.ts';

export interface Selection {
  offered: ToolDefinition[];
  /** Tools that are not offered, and the setting that hides them. */
  hidden: { name: string; reason: string }[];
}

/** Selects the tools that a server offers, in registry order. A hidden tool is neither listed nor callable. */
export function selectTools(
  tools: readonly ToolDefinition[],
  settings: { toolsets: readonly Toolset[]; readOnly: boolean; confirm: Confirm },
): Selection {
  const offered: ToolDefinition[] = [];
  const hidden: Selection['hidden'] = [];
  for (const tool of tools) {
    const setting = hiddenBy(tool, settings);
    if (setting === 'toolset') hidden.push({ name: tool.name, reason: `toolset ${tool.toolset} is off` });
    else if (setting) hidden.push({ name: tool.name, reason: 'read-only mode' });
    else offered.push(withConfirmation(tool, settings.confirm));
  }
  return { offered, hidden };
}

/** Narrows a selection to the tools that one caller may use. */
export function restrictTools(
  { offered, hidden }: Selection,
  restrictions: { toolsets: readonly string[]; readOnly: boolean },
): Selection {
  const permitted: ToolDefinition[] = [];
  const denied: Selection['hidden'] = [];
  for (const tool of offered) {
    const { name, toolset } = tool;
    const setting = hiddenBy(tool, restrictions);
    if (setting === 'toolset') denied.push({ name, reason: `toolset ${toolset} is off for this caller` });
    else if (setting) denied.push({ name, reason: 'this caller may only read' });
    else permitted.push(tool);
  }
  return { offered: permitted, hidden: [...hidden, ...denied] };
}
