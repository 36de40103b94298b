import type { JsonObject } from '../../lib/json.ts';
import { type FilteredTool, hiddenBy, requiresConfirmation } from '../../tools/core/filter.ts';
import type { ToolSettings } from '../../tools/core/settings.ts';
import type { ListedView } from '../views/offer.ts';

/** Every item that the list methods can return, as the build writes it to `dist/listings.json`. */
export interface Listings {
  tools: readonly ToolEntry[];
  /** Each once, because several tools have equal ones. */
  outputSchemas: readonly JsonObject[];
  prompts: readonly Entry[];
  resources: readonly Entry[];
  resourceTemplates: readonly Entry[];
  views: readonly ViewEntry[];
}

export interface ToolEntry extends FilteredTool {
  item: { name: string; inputSchema: JsonObject };
  /** Members that replace those of the item if its calls need a confirmation: the input then has `confirm_token`. */
  confirmed?: { inputSchema: JsonObject };
  /** The members of the item for clients that draw its view. */
  drawn?: object;
  /** Index of the last member of the item. Omitted with `--output text`. */
  outputSchema: number;
}

export interface Entry {
  item: object;
  /** The item is offered if all of these tools are. */
  needs: readonly string[];
  /** Whether `completion/complete` suggests values for it. */
  completes: boolean;
}

/** A view and its entry in `resources/list`. It is offered if one of these tools is. */
export interface ViewEntry extends ListedView {
  tools: readonly string[];
}

type Filter = Pick<ToolSettings, 'toolsets' | 'readOnly' | 'confirm' | 'output'>;

/**
 * Returns the items that a server with these settings offers, and whether it supports completion.
 * @param drawsViews whether the client draws views; default: no.
 */
export function offeredItems(listings: Listings, { confirm, output, ...settings }: Filter, drawsViews = false) {
  const entries = listings.tools.filter((tool) => !hiddenBy(tool, settings));
  const names = new Set(entries.map(({ item }) => item.name));
  const isOffered = (name: string) => names.has(name);
  const available = ({ needs }: Entry) => needs.every(isOffered);
  // A view draws structured content.
  const views = drawsViews && output !== 'text' ? listings.views.filter((view) => view.tools.some(isOffered)) : [];
  const prompts = listings.prompts.filter(available);
  const resources = listings.resources.filter(available);
  const resourceTemplates = listings.resourceTemplates.filter(available);
  const tools = entries.map((tool) => ({
    ...tool.item,
    ...(requiresConfirmation(tool, confirm) ? tool.confirmed : {}),
    ...(views.length > 0 ? tool.drawn : {}),
    ...(output === 'text' ? {} : { outputSchema: listings.outputSchemas[tool.outputSchema] }),
  }));
  const itemsOf = (found: readonly Entry[]) => found.map(({ item }) => item);
  return {
    tools,
    prompts: itemsOf(prompts),
    resources: [...itemsOf(resources), ...views.map(({ item }) => item)],
    hasViews: views.length > 0,
    resourceTemplates: itemsOf(resourceTemplates),
    completions: [...prompts, ...resources, ...resourceTemplates].some(({ completes }) => completes),
  };
}
