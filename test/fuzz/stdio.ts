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

/** How a connection starts: `initialize` (2025), a request with `_meta` (2026), or the fuzzed bytes (none). */
type Era = '2025' | '2026';
type Handshake = Era | 'none';
type Case = Stream & { handshake: Handshake };

const HANDSHAKES = {
  '2025': { method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: INFO } },
  '2026': { method: 'resources/list', params: { _meta: ENVELOPE } },
};
/** A request that the server answers immediately. */
const PROBES = {
  '2025': { method: 'ping' },
  '2026': { method: 'server/discover', params: { _meta: ENVELOPE } },
};
/** Less than the time limit of a case, which must leave time for a restart. */
const ANSWER_TIMEOUT_MS = 5_000;
const line = (id: string, message: object) => `${JSON.stringify({ jsonrpc: '2.0', id, ...message })}\n`;

/** Frames over stdio, to servers that have completed a handshake of either era, and to servers without one. */
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
      await server.answers.verifyAll(new Map([['open', { min: 1, max: 1 }]]));
      return server;
    };
    const servers = { '2025': await connectServer('2025'), '2026': await connectServer('2026') };
    let serial = 0;
    const area: OpenArea<Case> = {
      input: fc.record({
        handshake: fc.oneof(
          { arbitrary: fc.constantFrom<Handshake>('2025', '2026'), weight: 60 },
          { arbitrary: fc.constant<Handshake>('none'), weight: 1 },
        ),
        bytes: stream.map(({ bytes }) => bytes),
        cuts: stream.map(({ cuts }) => cuts),
      }),
      async check({ handshake, ...sent }) {
        const expected = expectedAnswers(sent.bytes);
        if (handshake === 'none') return runOneShot(start(), sent, expected);
        const { program, answers } = servers[handshake];
        const probe = `probe ${serial++}`;
        try {
          await write(program, sent);
          program.child.stdin?.write(line(probe, PROBES[handshake]));
          await withTimeout(answers.verifyAll(expected.set(probe, { min: 1, max: 1 })), ANSWER_TIMEOUT_MS);
        } catch (error) {
          // Late responses must not count for the next case.
          await program.stop('SIGKILL');
          servers[handshake] = await connectServer(handshake);
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

/** Runs a server whose stdin ends after the fuzzed bytes: it must answer all requests and exit with code 0. */
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
    // Yields, so that each write arrives as a separate chunk.
    if (end < bytes.length) await new Promise(setImmediate);
  }
}
