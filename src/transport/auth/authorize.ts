import type { McpServerFactory } from '@modelcontextprotocol/server';
import type { Logger } from '../../lib/logger.ts';
import type { RequestAbout } from '../../lib/request.ts';
import type { Updates } from '../../lib/updates.ts';
import type { DirectTools } from '../fast-path/tools.ts';
import type { SessionOffer } from '../sessions/session.ts';
import { callerHeaders, type Narrowing, narrowing } from './headers.ts';
import type { Authenticate, Principal, Refusal, Scopes } from './principal.ts';

/** What one caller is served: the same object for as long as it stays the same. */
export interface Offer {
  factory: McpServerFactory;
  /** Answers plain tool calls without the SDK. Absent: the SDK answers everything, and the same. */
  direct?: DirectTools | undefined;
  /** What this caller can listen to; absent where nothing ever changes by itself. */
  updates?: Updates | undefined;
  /** What a session is served. Absent: this caller is given none. */
  session?: SessionOffer | undefined;
  /** The scopes that tools which write need, where the request's token lacks one. */
  writingNeeds?: Scopes | undefined;
}

export type Authorized =
  | {
      offer: Offer;
      /** The caller's name; empty where nobody is asked. */
      principal: string;
    }
  | { refusal: Refusal };

/** Says who may ask, and what they are offered: asked once for each request, before anything else is done with it. */
export type Authorize = (
  rawHeaders: readonly string[],
  about?: Pick<RequestAbout, 'id'>,
) => Authorized | Promise<Authorized>;

export interface AuthorizeOptions {
  authenticate: Authenticate;
  /** What a principal is offered, less what the request does without. */
  offerFor(principal: Principal, asked: Narrowing): Offer;
  /** Every toolset there is. */
  toolsets: readonly string[];
  logger: Logger;
}

/** The one place where a request is let in. It has no memory: what it said of one request says nothing of the next. */
export function authorizing({ authenticate, offerFor, toolsets, logger }: AuthorizeOptions): Authorize {
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
      const asked = narrowing(headers, toolsets);
      if ('status' in asked) return refused(asked);
      const { principal } = identified;
      return { offer: offerFor(principal, asked), principal: principal.name };
    };
    const identified = authenticate(headers);
    return identified instanceof Promise ? identified.then(decide) : decide(identified);
  };
}

/** Offers everybody the same: for servers that ask nobody who they are. */
export function sameForAll(offer: Offer): Authorize {
  return () => ({ offer, principal: '' });
}
