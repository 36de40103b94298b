import type { RunningProgram } from '../support/program.ts';
import type { Expected } from './frames.ts';
import { requireNoInternalError } from './output.ts';

export interface ServerUnderTest {
  program: RunningProgram;
  answers: Answers;
}

export interface Answers {
  /**
   * Waits for all required responses and inspects each. Throws if one is invalid, if there are too many, or if the
   * program has ended without one.
   */
  verifyAll(expected: Expected): Promise<void>;
}

/** Reads the stdout of a server and compares it with the expected responses. */
export function readAnswers(program: RunningProgram, inspect: (text: string) => void): Answers {
  let rest = '';
  let read: string[] = [];
  let wake = () => {};
  program.child.stdout?.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    read.push(...lines);
    wake();
  });
  void program.ended.then(() => wake());
  /** Ids with an optional response, possibly late: cancelled requests and streams. */
  const optionalIds = new Set<unknown>();
  return {
    async verifyAll(expected) {
      const count = new Map<unknown, number>();
      for (const [id, { min, max }] of expected) if (min < max) optionalIds.add(id);
      const missing = () => [...expected].find(([id, { min }]) => (count.get(id) ?? 0) < min);
      for (;;) {
        const arrived = read;
        read = [];
        for (const text of arrived) {
          inspect(text);
          const id = requireMessage(text);
          if (id !== undefined) count.set(id, (count.get(id) ?? 0) + 1);
        }
        if (missing() === undefined) break;
        if (program.child.exitCode !== null && arrived.length === 0)
          throw new Error(`ended without a response to ${JSON.stringify(missing()?.[0])}`);
        await nextOutput();
      }
      for (const [id, times] of count)
        if (times > (expected.get(id)?.max ?? 0) && !optionalIds.has(id))
          throw new Error(`answered ${JSON.stringify(id)} ${times} times`);
    },
  };

  /** Resolves with the next output, or after 500 ms, so that the caller can notice that the program has ended. */
  function nextOutput(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, 500);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (read.length > 0) wake();
    });
  }
}

/** Returns the id that a line answers; undefined for a request or notification of the server. */
function requireMessage(text: string): unknown {
  let message: Record<string, unknown>;
  try {
    message = JSON.parse(text);
  } catch {
    throw new Error(`stdout has a line that is not JSON: ${text.slice(0, 200)}`);
  }
  if (message.jsonrpc !== '2.0') throw new Error(`stdout has a line that is not JSON-RPC: ${text.slice(0, 200)}`);
  requireNoInternalError(message);
  return 'method' in message ? undefined : message.id;
}
