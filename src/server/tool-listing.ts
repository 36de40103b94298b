import type { JsonObject } from '../lib/json.ts';
import { type Annotations, type ToolDefinition, type ToolSettings, toolAnnotations } from '../tools/index.ts';
import { inputJsonSchema, outputJsonSchema } from './schema.ts';
import { type ListedView, toolViewMeta } from './views/offer.ts';

/** The entry of a tool in `tools/list`. */
export interface ToolListing {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonObject;
  /** Not listed for spoken tools. */
  outputSchema: JsonObject;
  annotations: Annotations;
}

/** Converting the schemas is slow: entries are cached for all servers of this process. */
const listings = new WeakMap<ToolDefinition, ToolListing>();

export function toolListing(tool: ToolDefinition): ToolListing {
  const cached = listings.get(tool);
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
  listings.set(tool, listing);
  return listing;
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
