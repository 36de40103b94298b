import type { RunningProgram } from '../support/program.ts';
import type { Expected } from './frames.ts';
import { requireNoInternalError } from './output.ts';

export interface ServerUnderTest {
  program: RunningProgram;
  answers: Answers;
}

export interface Answers {
  /**
   * Waits until all that must be answered is, and looks at each answer. Throws when one is wrong, too many, or none
   * comes any more.
   */
  verifyAll(expected: Expected): Promise<void>;
}

/** Reads what a server writes to stdout, and holds it against what must be there. */
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
  /** What may be answered late, or never: requests that were cancelled, and streams. */
  const optionalIds = new Set<unknown>();
  return {
    async verifyAll(expected) {
      const count = new Map<unknown, number>();
      for (const [id, { least, most }] of expected) if (least < most) optionalIds.add(id);
      const missing = () => [...expected].find(([id, { least }]) => (count.get(id) ?? 0) < least);
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
          throw new Error(`ended without an answer to ${JSON.stringify(missing()?.[0])}`);
        await nextOutput();
      }
      for (const [id, times] of count)
        if (times > (expected.get(id)?.most ?? 0) && !optionalIds.has(id))
          throw new Error(`answers ${JSON.stringify(id)} ${times} times`);
    },
  };

  /** Settles with the next output; now and then without, so that an end is seen. */
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

/** The id that a line answers; undefined when it is a message of the server's own. */
function requireMessage(text: string): unknown {
  let message: Record<string, unknown>;
  try {
    message = JSON.parse(text);
  } catch {
    throw new Error(`stdout has a line that is no JSON: ${text.slice(0, 200)}`);
  }
  if (message.jsonrpc !== '2.0') throw new Error(`stdout has a line that is no JSON-RPC: ${text.slice(0, 200)}`);
  requireNoInternalError(message);
  return 'method' in message ? undefined : message.id;
}
