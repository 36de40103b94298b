import type { JsonObject } from '../lib/json.ts';
import { type Annotations, type ToolDefinition, type ToolSettings, toolAnnotations } from '../tools/index.ts';
import { type Listings, offeredItems } from './handshake/listings.ts';
import { inputJsonSchema, outputJsonSchema } from './schema.ts';
import { type ListedView, toolViewMeta } from './views/offer.ts';

/** The entry of a tool in `tools/list`. */
interface ToolListing {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonObject;
  /** Not listed for spoken tools. */
  outputSchema: JsonObject;
  annotations: Annotations;
}

/** Converting the schemas is slow: entries are cached for all servers of this process. */
const known = new WeakMap<ToolDefinition, ToolListing>();

export function toolListing(tool: ToolDefinition): ToolListing {
  const cached = known.get(tool);
  if (cached) return cached;
  const { name, title, description } = tool;
  const listing = {
    name,
    title,
    description,
    inputSchema: inputJsonSchema(tool.input),
    outputSchema: outputJsonSchema(tool),
    annotations: toolAnnotations(tool),
  };
  known.set(tool, listing);
  return listing;
}

/** Takes the entries that the build has written, so that the schemas of these tools are not converted again. */
export function useBuiltListings(tools: readonly ToolDefinition[], listings: Listings, settings: ToolSettings): void {
  const built = offeredItems(listings, { ...settings, output: 'both' }).tools as unknown as ToolListing[];
  const entries = new Map(built.map((entry) => [entry.name, entry]));
  for (const tool of tools) {
    const entry = entries.get(tool.name);
    // A spoken tool has the name of another one.
    if (entry && !tool.spoken) known.set(tool, entry);
  }
}

/** Returns whether the output schema of a tool is listed: clients then require structured content. */
export const hasOutputSchema = ({ spoken }: ToolDefinition, { output }: Pick<ToolSettings, 'output'>) =>
  output !== 'text' && !spoken;

/**
 * Returns the entry of a tool as a server with these settings lists it, its members in the order of the SDK.
 * @param views those that the client draws.
 */
export function listedTool(
  tool: ToolDefinition,
  settings: Pick<ToolSettings, 'output'>,
  views: readonly ListedView[] = [],
): Record<string, unknown> {
  const { outputSchema, ...rest } = toolListing(tool);
  return {
    ...rest,
    ...toolViewMeta(tool, views),
    ...(hasOutputSchema(tool, settings) ? { outputSchema } : {}),
  };
}
