import type { Handshake } from '../stdio/server.ts';
import { negotiatedVersion, requestIn } from './message.ts';
import type { RequestTracer } from './tracer.ts';

/** Longer lines are passed to the server. */
const MAX_BYTES = 8_192;

/** Wraps a handshake with a span for each request that it answers. */
export function traceHandshake(handshake: Handshake, tracer: RequestTracer): Handshake {
  let version: string | undefined;
  return {
    answer(line) {
      const request = requestIn(parsed(line));
      const span = request && tracer.startSpan({ ...request, over: 'stdio', version: request.version ?? version });
      const answer = handshake.answer(line);
      // The server traces the requests that are passed to it.
      if (!span || !answer) return answer;
      const negotiated = request.method === 'initialize' ? negotiatedVersion(JSON.parse(answer) as object) : undefined;
      version = negotiated ?? version;
      span.end('ok', negotiated);
      return answer;
    },
    replay: () => handshake.replay(),
  };
}

function parsed(line: Uint8Array): unknown {
  if (line.length > MAX_BYTES) return undefined;
  try {
    return JSON.parse(Buffer.from(line).toString('utf8'));
  } catch {
    return undefined;
  }
}
