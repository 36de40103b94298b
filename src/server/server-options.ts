import type { AuthInfo } from '@modelcontextprotocol/server';
import type { ToolDefinition, ToolServices } from '../tools/index.ts';
import type { View } from './views/register.ts';

export type Scopes = readonly [string, ...string[]];

/** What a server of this program is made of. */
export interface ServerOptions {
  /** The tools offered, in order. */
  tools: readonly ToolDefinition[];
  services: ToolServices;
  /**
   * Returns the scopes that a tool requires if the caller's token lacks one of them (RFC 6750, 3.1). `auth` describes the
   * caller of one request.
   */
  requiredScopes?: ((tool: ToolDefinition, auth?: AuthInfo) => Scopes | undefined) | undefined;
  /** All views of the program. Default: none. */
  views?: readonly View[] | undefined;
}
