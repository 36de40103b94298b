import type { Opening } from '../stdio/server.ts';
import { requestIn, settledVersion } from './message.ts';
import type { RequestTracer } from './tracer.ts';

/** Longer lines are not the opening's. */
const MAX_BYTES = 8_192;

/** The same opening, with what it answers told to a tracer. */
export function watchOpening(opening: Opening, tracer: RequestTracer): Opening {
  let version: string | undefined;
  return {
    answer(line) {
      const request = requestIn(parsed(line));
      const span = request && tracer.began({ ...request, over: 'stdio', version: request.version ?? version });
      const answer = opening.answer(line);
      // What it leaves to the server is told from there.
      if (!span || !answer) return answer;
      const settled = request.method === 'initialize' ? settledVersion(JSON.parse(answer) as object) : undefined;
      version = settled ?? version;
      span.ended('ok', settled);
      return answer;
    },
    history: () => opening.history(),
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
