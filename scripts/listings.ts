/**
 * Writes `listings.json`: the items of all list methods, with which `src/server/handshake` answers a client before the
 * server is loaded. The build runs it: `tsx scripts/listings.ts dist`.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../src/lib/json.ts';
import type { Entry, Listings, ToolEntry, ViewEntry } from '../src/server/handshake/listings.ts';
import { iconsOf } from '../src/server/icons.ts';
import { toolListing } from '../src/server/index.ts';
import { ALL_PROMPTS, type PromptDefinition, promptListing } from '../src/server/prompts/index.ts';
import { ALL_RESOURCES, isTemplate, type ResourceDefinition, resourceListing } from '../src/server/resources/index.ts';
import { toolViewMeta } from '../src/server/views/offer.ts';
import { listedView, viewFile } from '../src/server/views/resource.ts';
import { VIEW_NAMES, type ViewName } from '../src/tools/core/view-names.ts';
import { ALL_TOOLS, type ToolDefinition, withConfirmation } from '../src/tools/index.ts';

const dist = process.argv[2] ?? 'dist';

/** Hexadecimal digits of the hash in the URI of a view. */
const HASH_LENGTH = 12;

/** A view is listed if its page is built. Without any, the program works as for a client that draws none. */
function viewEntry(name: ViewName): ViewEntry[] {
  const file = join(dist, viewFile(name));
  if (!existsSync(file)) return [];
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, HASH_LENGTH);
  const tools = ALL_TOOLS.filter(({ view }) => view === name).map((tool) => tool.name);
  return [{ ...listedView(name, hash), tools }];
}

const VIEWS = VIEW_NAMES.flatMap(viewEntry);

const outputSchemas = new Map<string, JsonObject>();

/** Returns the index of a schema in the list of those that differ. */
function indexOf(schema: JsonObject): number {
  const text = JSON.stringify(schema);
  if (!outputSchemas.has(text)) outputSchemas.set(text, schema);
  return [...outputSchemas.keys()].indexOf(text);
}

function toolEntry(tool: ToolDefinition): ToolEntry {
  const { toolset, effect } = tool;
  const { outputSchema, ...item } = toolListing(tool);
  const drawn = toolViewMeta(tool, VIEWS);
  const marks = { ...(tool.confirm ? { confirm: true } : {}), ...(drawn ? { drawn } : {}) };
  const entry = { toolset, effect, ...marks, item, outputSchema: indexOf(outputSchema) };
  const confirmed = withConfirmation(tool, 'writes');
  return confirmed === tool ? entry : { ...entry, confirmed: { inputSchema: toolListing(confirmed).inputSchema } };
}

function promptEntry(prompt: PromptDefinition): Entry {
  const completes = Object.values(prompt.args).some((argument) => argument.completes);
  return { needs: prompt.needs, completes, item: { ...promptListing(prompt), icons: iconsOf(prompt.toolset) } };
}

function resourceEntry(resource: ResourceDefinition): Entry {
  const tool = ALL_TOOLS.find(({ name }) => name === resource.tool);
  if (!tool) throw new Error(`${resource.name}: there is no tool ${resource.tool}`);
  // The SDK serializes the URI of a resource first, and that of a template after its name.
  const address = isTemplate(resource) ? {} : { uri: resource.uri };
  const item = { ...address, ...resourceListing(resource), icons: iconsOf(tool.toolset) };
  return { needs: [resource.tool], completes: resource.completes !== undefined, item };
}

const tools = ALL_TOOLS.map(toolEntry);
const listings: Listings = {
  tools,
  outputSchemas: [...outputSchemas.values()],
  prompts: ALL_PROMPTS.map(promptEntry),
  resources: ALL_RESOURCES.filter((resource) => !isTemplate(resource)).map(resourceEntry),
  resourceTemplates: ALL_RESOURCES.filter(isTemplate).map(resourceEntry),
  views: VIEWS,
};
writeFileSync(join(dist, 'listings.json'), JSON.stringify(listings));
