import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  getToolUiResourceUri,
  type McpUiResourceCsp,
  type McpUiResourceMeta,
  RESOURCE_MIME_TYPE,
} from '@modelcontextprotocol/ext-apps/app-bridge';
import { EXTENSION_ID } from '@modelcontextprotocol/ext-apps/server';

export type Arguments = Record<string, unknown>;
export type ToolResult = Awaited<ReturnType<Client['callTool']>>;
export type ResourceResult = Awaited<ReturnType<Client['readResource']>>;
export type Tool = Awaited<ReturnType<Client['listTools']>>['tools'][number];

/** A view as a host reads it. */
export interface ViewResource {
  html: string;
  /** `_meta.ui.csp` of the resource. */
  csp: McpUiResourceCsp;
}

/** Where a host has its tools and views from. */
export interface ViewSource {
  tool(name: string): Promise<Tool>;
  view(tool: Tool): Promise<ViewResource>;
  callTool(name: string, args: Arguments): Promise<ToolResult>;
  readResource(uri: string): Promise<ResourceResult>;
  close(): Promise<void>;
}

/** Connects to an MCP server over HTTP as a host with MCP Apps. */
export async function connectSource(url: string, headers: Record<string, string> = {}): Promise<ViewSource> {
  const extensions = { [EXTENSION_ID]: { mimeTypes: [RESOURCE_MIME_TYPE] } };
  // Without a session, only the newest protocol states the capabilities with each request.
  const options = { capabilities: { extensions }, versionNegotiation: { mode: 'auto' as const } };
  const client = new Client({ name: 'rcpt-mcp-test-host', version: '1.0.0' }, options);
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return {
    async tool(name) {
      const tool = (await client.listTools()).tools.find((one) => one.name === name);
      if (!tool) throw new Error(`The server has no tool ${name}.`);
      return tool;
    },
    async view(tool) {
      const uri = getToolUiResourceUri(tool);
      if (uri === undefined) throw new Error(`The tool ${tool.name} has no view.`);
      const { contents } = await client.readResource({ uri });
      const [content] = contents;
      if (contents.length !== 1 || !content || !('text' in content)) throw new Error(`${uri} is not one text.`);
      if (content.mimeType !== RESOURCE_MIME_TYPE) throw new Error(`${uri} has the MIME type ${content.mimeType}.`);
      const { csp = {} } = (content._meta?.ui ?? {}) as McpUiResourceMeta;
      return { html: content.text as string, csp };
    },
    callTool: (name, args) => client.callTool({ name, arguments: args }),
    readResource: (uri) => client.readResource({ uri }),
    close: () => client.close(),
  };
}

export interface RecordedView {
  html: string;
  /** Default: no domains. */
  csp?: McpUiResourceCsp;
  /** The result of each call, by tool name, or a function that makes it. */
  results: Record<string, ToolResult | ((args: Arguments) => ToolResult)>;
}

/** A source without a server: one view, and results that the test wrote or recorded. */
export function recordedSource({ html, csp = {}, results }: RecordedView): ViewSource {
  return {
    tool: async (name) => ({ name, inputSchema: { type: 'object' } }),
    view: async () => ({ html, csp }),
    async callTool(name, args) {
      const result = results[name];
      if (result === undefined) throw new Error(`No result is recorded for ${name}.`);
      return typeof result === 'function' ? result(args) : result;
    },
    readResource: async (uri) => {
      throw new Error(`No resource is recorded: ${uri}`);
    },
    close: async () => {},
  };
}
