import type { ServerResponse } from 'node:http';
import type { McpHandlerRequestOptions, RequestId } from '@modelcontextprotocol/server';
import type { Permit } from '../../lib/http/permit-pool.ts';
import type { RequestLifetime } from '../../lib/http/request-lifetime.ts';

/** An HTTP request of a session. */
export interface SessionRequest {
  request: Request;
  /** Node's response, to which the answer is written. */
  outgoing: ServerResponse;
  lifetime: RequestLifetime;
  options: McpHandlerRequestOptions;
  /** Size of the body. */
  bytes: number;
  /** The id of the JSON-RPC request in the body, if there is one. */
  id: RequestId | undefined;
  /** Its permit, if a concurrency limit applies. */
  permit: Permit | undefined;
  /** Ends the answer if the caller's credential is revoked, until the returned function is called. */
  closeOnRevocation(onRevoked: () => void): () => void;
}
