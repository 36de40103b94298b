import type { McpRequestContext, McpServer } from '@modelcontextprotocol/server';
import type { ResourceUpdates } from '../../lib/protocol.ts';
import type { FastPathTools } from '../fast-path/tools.ts';
import type { DecorateTransport, TransportHook } from '../sdk/decorate-transport.ts';
import type { SessionView } from '../sessions/session.ts';
import type { VoiceView } from '../voice/voice-view.ts';
import type { Credential } from './credential.ts';
import { callerHeaders, parseRestrictions, type Restrictions } from './headers.ts';
import type { Authenticate, Principal, Refusal, Scopes } from './principal.ts';

/** The tools and handlers of one caller. The object is the same for as long as they do not change. */
export interface CallerView {
  /** Creates the server of one request. `decorate` wraps the transport that the SDK connects it to. */
  factory(context: McpRequestContext, decorate?: DecorateTransport): McpServer | Promise<McpServer>;
  /** Creates the hooks of one request of 2026. */
  hooks?: (() => TransportHook[]) | undefined;
  /** For the fast path. Absent: the SDK answers everything, with the same answers. */
  fastPathTools?: FastPathTools | undefined;
  /** The updates that this caller can subscribe to. Absent without a source of events. */
  updates?: ResourceUpdates | undefined;
  /** Absent where all callers have the same rights, which never change. */
  credential?: Credential | undefined;
  /** Set for callers of the voice profile. */
  voice?: VoiceView | undefined;
  /** The view of a session. Absent: this caller gets no sessions. */
  session?: SessionView | undefined;
  /** The scopes that writing tools require, if the request's token lacks one of them. */
  missingScopes?: Scopes | undefined;
}

export type Authorized =
  | {
      view: CallerView;
      /** The caller's name; empty without authentication. */
      principal: string;
    }
  | { refusal: Refusal };

/** Authorizes each request before its body is read, and selects the caller view. */
export type Authorize = (rawHeaders: readonly string[]) => Authorized | Promise<Authorized>;

export interface AuthorizeOptions {
  authenticate: Authenticate;
  /** Returns the caller view of a principal, within the restrictions of the request. */
  callerViewFor(principal: Principal, restrictions: Restrictions): CallerView;
  /** All toolsets. */
  toolsets: readonly string[];
}

/** Authorizes requests, and is the only code that does. It is stateless: no request relies on an earlier one. */
export function createAuthorize({ authenticate, callerViewFor, toolsets }: AuthorizeOptions): Authorize {
  return (rawHeaders) => {
    const headers = callerHeaders(rawHeaders);
    if ('status' in headers) return { refusal: headers };
    const decide = (identified: Awaited<ReturnType<Authenticate>>): Authorized => {
      if ('refusal' in identified) return identified;
      const restrictions = parseRestrictions(headers, toolsets);
      if ('status' in restrictions) return { refusal: restrictions };
      const { principal } = identified;
      return { view: callerViewFor(principal, restrictions), principal: principal.name };
    };
    const identified = authenticate(headers);
    return identified instanceof Promise ? identified.then(decide) : decide(identified);
  };
}
