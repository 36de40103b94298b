import type { JsonObject } from '../../lib/json.ts';
import {
  executeTool,
  type ToolContext,
  type ToolDefinition,
  toLabelledJson,
  untrustedMeta,
} from '../../tools/index.ts';
import type { CompletionKind } from '../completion/index.ts';

export interface Content {
  text: string;
  /** Names the fields with untrusted text, as results of tools do. */
  _meta?: JsonObject;
}

/** A resource: its listing and its content. `read.ts` does everything else. */
export interface ResourceDefinition {
  /** snake_case. Fixed once published. */
  name: string;
  /** A fixed URI, or a URI template (RFC 6570) with the only variable `{id}`. */
  uri: string;
  title: string;
  description: string;
  mimeType: 'application/json' | 'text/markdown' | 'text/calendar';
  /** The tool that returns the same data. The resource is offered only if the tool is. */
  tool: string;
  /** How long a client may cache the content, in milliseconds. */
  ttlMs: number;
  /** The intended audience (MCP, Resources, `annotations`). */
  audience: readonly ('user' | 'assistant')[];
  /** The kind of completion for `{id}`. */
  completes?: CompletionKind;
  /**
   * Returns the content. It is made from the answer of the tool, so it never shows more than the tool does.
   * @param tool the tool named above.
   * @throws the error of the tool.
   */
  read(id: string, context: ToolContext, tool: ToolDefinition): Promise<Content>;
}

/** Returns whether a resource is a template, whose instances are not listed. */
export function isTemplate({ uri }: Pick<ResourceDefinition, 'uri'>): boolean {
  return uri.includes('{');
}

/** The entry of a resource in `resources/list` or `resources/templates/list`, without its icon. */
export function resourceListing(resource: ResourceDefinition) {
  const { name, uri, title, description, mimeType, audience } = resource;
  const address = isTemplate(resource) ? { uriTemplate: uri } : { uri };
  return { name, ...address, title, description, mimeType, annotations: { audience: [...audience] } };
}

/** Returns the answer of a tool to these arguments as JSON, with a notice if it contains untrusted text. */
export async function jsonOf(tool: ToolDefinition, args: JsonObject, context: ToolContext): Promise<Content> {
  // A client may keep a resource, so the time of the answer would be read as the present.
  const { now_local: _, ...data } = await executeTool(tool, args, context);
  return { text: toLabelledJson(tool.output, data), ...untrustedMeta(tool.output, data) };
}
