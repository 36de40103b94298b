import type { Handshake } from '../stdio/server.ts';
import { requestIn, settledVersion } from './message.ts';
import type { RequestTracer } from './tracer.ts';

/** Longer lines are left to the server. */
const MAX_BYTES = 8_192;

/** The same handshake, with a span for each request that it answers. */
export function traceHandshake(handshake: Handshake, tracer: RequestTracer): Handshake {
  let version: string | undefined;
  return {
    answer(line) {
      const request = requestIn(parsed(line));
      const span = request && tracer.startSpan({ ...request, over: 'stdio', version: request.version ?? version });
      const answer = handshake.answer(line);
      // What it leaves to the server is told from there.
      if (!span || !answer) return answer;
      const settled = request.method === 'initialize' ? settledVersion(JSON.parse(answer) as object) : undefined;
      version = settled ?? version;
      span.end('ok', settled);
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
