import type { JsonObject } from '../../lib/json.ts';
import { executeTool, type ToolContext, type ToolDefinition, untrustedMeta } from '../../tools/index.ts';
import type { CompletionKind } from '../completion/index.ts';

export interface Content {
  text: string;
  /** Names the fields that others wrote, as answers of tools do. */
  _meta?: JsonObject;
}

/** A resource: what it says of itself, and how its content is made. Everything else is done by `read.ts`. */
export interface ResourceDefinition {
  /** snake_case. Fixed once published. */
  name: string;
  /** A fixed address, or a template (RFC 6570) with the one variable `{id}`. */
  uri: string;
  title: string;
  description: string;
  mimeType: 'application/json' | 'text/markdown';
  /** The tool that answers the same question: where it is not offered, neither is the resource. */
  tool: string;
  /** For how long a client may show what it has read, in milliseconds. */
  ttlMs: number;
  /** Whom the content is of use to (MCP, Resources, `annotations`). */
  audience: readonly ('user' | 'assistant')[];
  /** What completes `{id}`. */
  completes?: CompletionKind;
  /**
   * The content, out of what the tool answers: so it never shows more than the tool does.
   * @param tool the one named above.
   * @throws whatever went wrong.
   */
  read(id: string, context: ToolContext, tool: ToolDefinition): Promise<Content>;
}

/** Whether an address is a template, whose instances are not listed. */
export function isTemplate({ uri }: Pick<ResourceDefinition, 'uri'>): boolean {
  return uri.includes('{');
}

/** What `resources/list` or `resources/templates/list` says of a resource, without its icon. */
export function resourceListing(resource: ResourceDefinition) {
  const { name, uri, title, description, mimeType, audience } = resource;
  const address = isTemplate(resource) ? { uriTemplate: uri } : { uri };
  return { name, ...address, title, description, mimeType, annotations: { audience: [...audience] } };
}

/** What a tool answers to these arguments, as JSON. */
export async function jsonOf(tool: ToolDefinition, args: JsonObject, context: ToolContext): Promise<Content> {
  const data = await executeTool(tool, args, context);
  return { text: JSON.stringify(data), ...untrustedMeta(tool.output, data) };
}
