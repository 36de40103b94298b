import { withConfirmation } from './confirm.ts';
import type { ToolDefinition } from './define.ts';
import { hiddenBy } from './filter.ts';
import type { Confirm } from './settings.ts';
import type { Toolset } from './toolsets.ts';

export interface Selection {
  offered: ToolDefinition[];
  /** Tools that exist and are not offered, and which setting keeps them away. */
  hidden: { name: string; reason: string }[];
}

/** Which tools a server offers, in the order of the registry. What is not offered can be neither seen nor called. */
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

/** The same for one caller, who may have less of it. */
export function restrictTools(
  { offered, hidden }: Selection,
  rights: { toolsets: readonly string[]; readOnly: boolean },
): Selection {
  const kept: ToolDefinition[] = [];
  const taken: Selection['hidden'] = [];
  for (const tool of offered) {
    const { name, toolset } = tool;
    const setting = hiddenBy(tool, rights);
    if (setting === 'toolset') taken.push({ name, reason: `toolset ${toolset} is off for this caller` });
    else if (setting) taken.push({ name, reason: 'this caller may only read' });
    else kept.push(tool);
  }
  return { offered: kept, hidden: [...hidden, ...taken] };
}
