import type { McpUiHostCapabilities, McpUiHostContext, McpUiInitializeResult } from '@modelcontextprotocol/ext-apps';

/** The version of the extension `io.modelcontextprotocol/ui` that the views speak. */
export const PROTOCOL_VERSION = '2026-01-26';

export type HostContext = McpUiHostContext;
export type HostCapabilities = McpUiHostCapabilities;
export type InitializeResult = McpUiInitializeResult;

/** A message of JSON-RPC 2.0 between a view and its host. */
export interface Message {
  jsonrpc: '2.0';
  id?: string | number;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: { code: number; message: string };
}

/** Returns whether the data of a window message is a message of JSON-RPC. Pages can send anything to a frame. */
export function isMessage(data: unknown): data is Message {
  return typeof data === 'object' && data !== null && (data as { jsonrpc?: unknown }).jsonrpc === '2.0';
}
