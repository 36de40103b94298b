import { isLegacyRequest } from '@modelcontextprotocol/server';
import { isObject } from '../../lib/json.ts';
import type { Authorize, CallerView } from '../auth/authorize.ts';
import type { ResourceMetadata } from '../auth/metadata.ts';
import { authInfoFor } from '../auth/missing-scopes.ts';
import { closeStreamOnRevocation } from '../auth/revalidate.ts';
import { isLongLived } from '../limits/long-lived.ts';
import { withCleanBody } from '../sdk/clean-errors.ts';
import { fetchToEnd } from '../sdk/fetch-to-end.ts';
import type { Sessions } from '../sessions/index.ts';
import { inForm } from '../voice/answer-form.ts';
import type { Exchange } from './exchange.ts';
import type { createHandlerCache } from './handler-cache.ts';

interface AnswerOptions {
  authorize: Authorize;
  metadata: ResourceMetadata | undefined;
  handlers: ReturnType<typeof createHandlerCache>;
  /** Absent if sessions are disabled. */
  sessions: Sessions | undefined;
}

/** Answers an authorized request to `/mcp` in its session, or else by the SDK's handler. */
export function answerMcp({ authorize, metadata, handlers, sessions }: AnswerOptions) {
  return async (request: Request, exchange: Exchange, view: CallerView) => {
    const { incoming, outgoing, context, message, permit, lifetime } = exchange;
    const { sdk } = handlers.of(view);
    handlers.retain(sdk, outgoing);
    const closeOnRevocation = (onRevoked?: () => void) => closeStreamOnRevocation(exchange, authorize, view, onRevoked);
    if (isLongLived(incoming)) closeOnRevocation();
    const caller = authInfoFor({ context, metadata, missingScopes: view.missingScopes });
    const options = { ...caller, parsedBody: message?.value };
    const bytes = incoming.rawBody?.length ?? 0;
    const sent = { request, outgoing, lifetime, options, bytes, permit, closeOnRevocation };
    const inSession = view.session && (await sessions?.answer({ ...sent, view: view.session }));
    const withoutSession = async () =>
      (await continues(request, message?.value, view))
        ? fetchToEnd(sdk, request, options, lifetime)
        : sdk.fetch(request, options);
    const answer = await withCleanBody(inSession ?? (await withoutSession()));
    // The rest of a body that is too large is not read, so the connection cannot be used again.
    if (answer.status === 413) answer.headers.set('connection', 'close');
    // A subscription has no last message.
    return isLongLived(incoming) ? answer : inForm(answer, exchange.answerForm);
  };
}

/** Returns whether a call continues when its client disconnects: a write of MCP 2025, as on the fast path. */
async function continues(request: Request, message: unknown, { fastPathTools }: CallerView): Promise<boolean> {
  if (!isObject(message) || message.method !== 'tools/call' || !isObject(message.params)) return false;
  const { name } = message.params;
  return typeof name === 'string' && fastPathTools?.writes(name) === true && isLegacyRequest(request, message);
}
