import type { JsonObject } from '../../lib/json.ts';
import { type FilteredTool, hiddenBy, requiresConfirmation } from '../../tools/core/filter.ts';
import type { ToolSettings } from '../../tools/core/settings.ts';

/** Every item that the list methods can return, as the build writes it to `dist/listings.json`. */
export interface Listings {
  tools: readonly ToolEntry[];
  prompts: readonly Entry[];
  resources: readonly Entry[];
  resourceTemplates: readonly Entry[];
}

export interface ToolEntry extends FilteredTool {
  item: { name: string; inputSchema: JsonObject };
  /** What differs in the item where its calls are confirmed: the input then has `confirm_token`. */
  confirmed?: { inputSchema: JsonObject };
  /** Listed after all others, and not at all where answers are text alone. */
  outputSchema: JsonObject;
}

export interface Entry {
  item: object;
  /** The item is offered where all of these tools are. */
  needs: readonly string[];
  /** Whether `completion/complete` suggests values for it. */
  completes: boolean;
}

type Filter = Pick<ToolSettings, 'toolsets' | 'readOnly' | 'confirm' | 'output'>;

/** The items that a server with these settings offers, and whether it completes arguments of any. */
export function offeredItems(listings: Listings, { confirm, output, ...settings }: Filter) {
  const entries = listings.tools.filter((tool) => !hiddenBy(tool, settings));
  const names = new Set(entries.map(({ item }) => item.name));
  const available = ({ needs }: Entry) => needs.every((name) => names.has(name));
  const prompts = listings.prompts.filter(available);
  const resources = listings.resources.filter(available);
  const resourceTemplates = listings.resourceTemplates.filter(available);
  const tools = entries.map((tool) => ({
    ...tool.item,
    ...(requiresConfirmation(tool, confirm) ? tool.confirmed : {}),
    ...(output === 'text' ? {} : { outputSchema: tool.outputSchema }),
  }));
  const itemsOf = (found: readonly Entry[]) => found.map(({ item }) => item);
  return {
    tools,
    prompts: itemsOf(prompts),
    resources: itemsOf(resources),
    resourceTemplates: itemsOf(resourceTemplates),
    completions: [...prompts, ...resources, ...resourceTemplates].some(({ completes }) => completes),
  };
}
