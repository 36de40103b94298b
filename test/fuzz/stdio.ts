import { rm } from 'node:fs/promises';
import fc from 'fast-check';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, type RunningProgram, startProgram } from '../support/program.ts';
import { type Area, type OpenArea, withTimeout } from './area.ts';
import { expectedAnswers, type Stream, stream } from './frames.ts';
import { ENVELOPE, INFO } from './messages.ts';
import { requireClean, requireNoSecret } from './output.ts';
import { readAnswers, type ServerUnderTest } from './stdio-answers.ts';
import { openWorld } from './world.ts';

/** How a connection begins: with a handshake, with a request that carries its envelope, or with what is sent. */
type Era = '2025' | '2026';
type Handshake = Era | 'none';
type Case = Stream & { opening: Handshake };

const HANDSHAKES = {
  '2025': { method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: INFO } },
  '2026': { method: 'resources/list', params: { _meta: ENVELOPE } },
};
/** A request that each kind of connection answers at once. */
const PROBES = {
  '2025': { method: 'ping' },
  '2026': { method: 'server/discover', params: { _meta: ENVELOPE } },
};
/** Milliseconds, less than a case may take: there must be time to begin anew. */
const ANSWER_TIMEOUT_MS = 5_000;
const line = (id: string, message: object) => `${JSON.stringify({ jsonrpc: '2.0', id, ...message })}\n`;

/** Frames over stdio, to servers that were opened as clients of both eras do, and to servers that were not. */
export const stdioFrames: Area = {
  name: 'stdio frames',
  async open() {
    const world = await openWorld();
    const home = temporaryFolder();
    const env = cleanEnvironment(home, {
      RCPT_BASE_URL: world.url,
      RCPT_API_KEY: world.apiKey,
      RCPT_REDACT: 'strict',
      RCPT_LOG_LEVEL: 'debug',
    });
    const start = () => {
      const program = startProgram([], env);
      return { program, answers: readAnswers(program, (text) => requireClean(text, world.secrets)) };
    };
    const connectServer = async (era: Era) => {
      const server = start();
      server.program.child.stdin?.write(line('open', HANDSHAKES[era]));
      await server.answers.verifyAll(new Map([['open', { least: 1, most: 1 }]]));
      return server;
    };
    const servers = { '2025': await connectServer('2025'), '2026': await connectServer('2026') };
    let serial = 0;
    const area: OpenArea<Case> = {
      input: fc.record({
        opening: fc.oneof(
          { arbitrary: fc.constantFrom<Handshake>('2025', '2026'), weight: 60 },
          { arbitrary: fc.constant<Handshake>('none'), weight: 1 },
        ),
        bytes: stream.map(({ bytes }) => bytes),
        cuts: stream.map(({ cuts }) => cuts),
      }),
      async check({ opening, ...sent }) {
        const expected = expectedAnswers(sent.bytes);
        if (opening === 'none') return runOneShot(start(), sent, expected);
        const { program, answers } = servers[opening];
        const good = `good ${serial++}`;
        try {
          await write(program, sent);
          program.child.stdin?.write(line(good, PROBES[opening]));
          await withTimeout(answers.verifyAll(expected.set(good, { least: 1, most: 1 })), ANSWER_TIMEOUT_MS);
        } catch (error) {
          // What it still answers is not an answer to the next case.
          await program.stop('SIGKILL');
          servers[opening] = await connectServer(opening);
          throw error;
        }
      },
      async verifyHealthy() {
        for (const { program } of Object.values(servers)) {
          if (program.child.exitCode !== null) throw new Error(`ended with ${program.child.exitCode}`);
          requireNoSecret(program.output.stderr, world.secrets);
          if (/"?internal error/.test(program.output.stderr)) throw new Error(program.output.stderr.slice(-2_000));
        }
      },
      async close() {
        await Promise.all(Object.values(servers).map(({ program }) => program.stop('SIGKILL')));
        await world.close();
        await rm(home, { recursive: true, force: true });
      },
    };
    return area as OpenArea<unknown>;
  },
};

/** A server of its own, whose input ends after what is sent: it answers all and leaves well. */
async function runOneShot(
  { program, answers }: ServerUnderTest,
  sent: Stream,
  expected: ReturnType<typeof expectedAnswers>,
) {
  await write(program, sent);
  program.child.stdin?.end();
  const code = await program.ended;
  await answers.verifyAll(expected);
  if (code !== 0) throw new Error(`ended with ${code}: ${program.output.stderr.slice(-500)}`);
}

async function write({ child }: RunningProgram, { bytes, cuts }: Stream): Promise<void> {
  const ends = [...cuts.map((part) => Math.floor(part * bytes.length)).sort((a, b) => a - b), bytes.length];
  let from = 0;
  for (const end of ends) {
    child.stdin?.write(bytes.subarray(from, end));
    from = end;
    // So that the pieces arrive as pieces.
    if (end < bytes.length) await new Promise(setImmediate);
  }
}
