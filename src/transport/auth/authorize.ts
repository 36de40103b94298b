import type { McpRequestContext, McpServer } from '@modelcontextprotocol/server';
import type { RequestContext } from '../../lib/http/request-context.ts';
import type { Logger } from '../../lib/logger.ts';
import type { ResourceUpdates } from '../../lib/protocol.ts';
import type { FastPathTools } from '../fast-path/tools.ts';
import type { DecorateTransport } from '../sdk/decorate-transport.ts';
import type { SessionView } from '../sessions/session.ts';
import { callerHeaders, parseRestrictions, type Restrictions } from './headers.ts';
import type { Authenticate, Principal, Refusal, Scopes } from './principal.ts';

/** What one caller is served: the same object for as long as it does not change. */
export interface CallerView {
  /** Makes the server of one request. `decorate` wraps the transport that the SDK connects it to. */
  factory(context: McpRequestContext, decorate?: DecorateTransport): McpServer | Promise<McpServer>;
  /** For the fast path. Absent: the SDK answers everything, with the same answers. */
  fastPathTools?: FastPathTools | undefined;
  /** What this caller can subscribe to; absent where nothing ever changes by itself. */
  updates?: ResourceUpdates | undefined;
  /** What a session serves. Absent: this caller gets none. */
  session?: SessionView | undefined;
  /** The scopes that tools which write need, where the request's token lacks one. */
  missingScopes?: Scopes | undefined;
}

export type Authorized =
  | {
      view: CallerView;
      /** The caller's name; empty without authentication. */
      principal: string;
    }
  | { refusal: Refusal };

/** Decides who may ask, and what they are served: once for each request, before it is read. */
export type Authorize = (
  rawHeaders: readonly string[],
  about?: Pick<RequestContext, 'id'>,
) => Authorized | Promise<Authorized>;

export interface AuthorizeOptions {
  authenticate: Authenticate;
  /** What a principal is served, within the restrictions of the request. */
  viewFor(principal: Principal, restrictions: Restrictions): CallerView;
  /** Every toolset there is. */
  toolsets: readonly string[];
  logger: Logger;
}

/** The one place where requests are authorized. It has no memory: each request is authorized by itself. */
export function createAuthorize({ authenticate, viewFor, toolsets, logger }: AuthorizeOptions): Authorize {
  return (rawHeaders, about) => {
    const refused = (refusal: Refusal): Authorized => {
      const which = about ? { request_id: about.id } : {};
      logger.info('request refused', { status: refusal.status, reason: refusal.error, ...which });
      return { refusal };
    };
    const headers = callerHeaders(rawHeaders);
    if ('status' in headers) return refused(headers);
    const decide = (identified: Awaited<ReturnType<Authenticate>>): Authorized => {
      if ('refusal' in identified) return refused(identified.refusal);
      const restrictions = parseRestrictions(headers, toolsets);
      if ('status' in restrictions) return refused(restrictions);
      const { principal } = identified;
      return { view: viewFor(principal, restrictions), principal: principal.name };
    };
    const identified = authenticate(headers);
    return identified instanceof Promise ? identified.then(decide) : decide(identified);
  };
}

/** Serves all clients the same: for servers without authentication. */
export function allowAll(view: CallerView): Authorize {
  return () => ({ view, principal: '' });
}
