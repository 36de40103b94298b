import { TrieRouter } from 'hono/router/trie-router';
import { tryDecodeURIComponent } from 'hono/utils/url';
import type { PlainRequest, PlainResponse } from '../../lib/http/plain-message.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import { type Failures, unknownEndpoint } from './failures.ts';
import type { RequestOrigin } from './request-origin.ts';
import { jsonResponse, type Route } from './router.ts';

/** Answers requests of clients in this process, without what only a network needs. Never rejects. */
export function createLocalHandler(routes: readonly Route[], failures: Failures, logger: Logger) {
  const router = new TrieRouter<Route>();
  for (const route of routes) router.add(route.method, route.path, route);
  return async (request: PlainRequest, origin: RequestOrigin = {}): Promise<PlainResponse> => {
    const started = performance.now();
    const { method } = request;
    const { pathname } = new URL(request.url);
    const [matched] = router.match(method, pathname)[0];
    const response = matched
      ? await respond(() => matched[0].answer(request, decoded(matched[1] as Record<string, string>), origin), failures)
      : jsonResponse(404, unknownEndpoint(method, pathname));
    const milliseconds = Math.round(performance.now() - started);
    logger.debug('request', { method, route: matched?.[0].path, status: response.status, milliseconds });
    return response;
  };
}

async function respond(answer: () => Promise<PlainResponse>, failures: Failures): Promise<PlainResponse> {
  try {
    const response = await answer();
    failures.succeeded();
    return response;
  } catch (error) {
    const { status, body, headers } = failures.failureOf(error);
    return jsonResponse(status, body, headers);
  }
}

const decoded = (params: Record<string, string>) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, tryDecodeURIComponent(value)]));
