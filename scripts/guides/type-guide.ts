import { cpSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { withCopies } from './copied.ts';
import type { Guide } from './guides.ts';
import { checkResults } from './results.ts';
import { argumentsOf, invocationsOf, type ShellBlock, shellBlocks } from './shell-blocks.ts';
import { differenceFrom } from './shown-output.ts';
import { reasonNotToType, situationOf, writeFiles } from './situations.ts';
import { createSubstitutes, type Substitutes } from './substitutes.ts';
import type { Running, Terminal } from './terminal.ts';
import type { Ports, World } from './world.ts';

/** What became of the commands of a page. */
export interface Outcome {
  typed: number;
  /** Blocks whose output was compared with what the page shows. */
  compared: number;
  skipped: { command: string; reason: string }[];
  failures: string[];
}

/** A program of this package that runs until Ctrl-C. */
const isServer = ([command, next]: readonly string[]) =>
  (command === 'http' || command === 'platform') && (next === undefined || next.startsWith('-'));

/** Types the commands of a page into a terminal, in an empty home folder, and compares their output with what the page shows. */
export async function typeGuide(root: string, guide: Guide, world: World): Promise<Outcome> {
  const source = readFileSync(join(root, guide.page), 'utf8');
  const blocks = shellBlocks(source, { cells: guide.isFreshForEachBlock === true });
  const groups = guide.isFreshForEachBlock ? blocks.map((block) => [block]) : [blocks];
  const outcome: Outcome = { typed: 0, compared: 0, skipped: [], failures: [] };
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      outcome.failures.push(`${guide.page}: ${error instanceof Error ? error.message : error}`);
    }
  };
  await attempt(async () => {
    const substitutes = await createSubstitutes(root, world, guide);
    for (const group of groups) await attempt(() => typeBlocks(root, group, guide, world, substitutes, outcome));
    await substitutes.close();
  });
  return outcome;
}

async function typeBlocks(
  root: string,
  blocks: readonly ShellBlock[],
  { page, before = [], folder: example }: Guide,
  world: World,
  substitutes: Substitutes,
  outcome: Outcome,
): Promise<void> {
  const commands = [...before, ...blocks.flatMap((block) => block.commands)];
  const isInstalled = commands.flatMap(invocationsOf).some(({ words }) => words[0] === 'rcpt-mcp');
  const ports = await world.newPorts();
  const { home, env, terminal } = await world.newHome({ isInstalled });
  const folder = example === undefined ? home : join(home, basename(example));
  if (example !== undefined) {
    cpSync(join(root, example), folder, { recursive: true });
    await terminal.type(`cd '${folder}'`);
  }
  let all = '';
  const assigned: string[] = [];
  const session = createSession(terminal, folder, (text) => {
    const typed = world.replace(withCopies(substitutes.command(text), all, ports, assigned), ports);
    assigned.push(...[...text.matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name));
    return typed;
  });
  try {
    for (const command of before) await session.type(command);
    for (const { line, commands: typed, output: shown } of blocks) {
      let printed = '';
      let isComplete = true;
      for (const command of typed) {
        const reason = invocationsOf(command)
          .map(({ text, words }) => reasonNotToType(text, words))
          .find((found) => found !== undefined);
        if (reason !== undefined) {
          outcome.skipped.push({ command, reason });
          isComplete = false;
          continue;
        }
        const { output, failure } = await session.type(command);
        printed += output;
        all += output;
        outcome.typed++;
        if (failure !== undefined) outcome.failures.push(`${page}:${line}: ${command}\n${failure}\n${output}`);
      }
      if (shown === undefined || !isComplete) continue;
      outcome.compared++;
      const difference = differenceFrom(shown, restorePorts(substitutes.output(printed), ports));
      if (difference !== undefined) outcome.failures.push(`${page}:${line}: the output differs: ${difference}`);
    }
    await checkResults({ home, env, ports, printed: all, servers: session.servers() });
    for (const failure of await session.end()) outcome.failures.push(`${page}: ${failure}`);
  } finally {
    terminal.close();
  }
}

const restorePorts = (text: string, ports: Ports) =>
  Object.entries(ports).reduce(
    (restored, [named, port]) => restored.replaceAll(`127.0.0.1:${port}`, `127.0.0.1:${named}`),
    text,
  );

/** A reader at a terminal, with the servers that run in its other windows. */
function createSession(terminal: Terminal, folder: string, replace: (command: string) => string) {
  const servers = new Map<string, Running>();
  /** Ends a server, as its reader does before starting another one at the same port. */
  const stop = async (name: string): Promise<string | undefined> => {
    const server = servers.get(name);
    servers.delete(name);
    const code = await server?.stop();
    // npx ends with 130 when it is interrupted, whatever its program does.
    return server && code !== 0 && code !== 130 ? `rcpt-mcp ${name} ended with ${code} after Ctrl-C` : undefined;
  };
  return {
    async type(command: string): Promise<{ output: string; failure?: string | undefined }> {
      const own = invocationsOf(command)
        .map(({ words }) => argumentsOf(words))
        .find((args) => args !== undefined);
      const typed = replace(command);
      const { files, answers = [], codes = [0] } = own ? situationOf(own) : {};
      writeFiles(folder, files);
      if (own && isServer(own)) {
        const name = own[0] as string;
        const failure = await stop(name);
        const server = await terminal.serve(typed, /Press Ctrl-C to stop/);
        servers.set(name, server);
        return { output: server.output, failure };
      }
      const { output, code } = await terminal.type(typed, answers);
      return codes.some((allowed) => allowed === code) ? { output } : { output, failure: `ended with ${code}` };
    },
    servers: () => [...servers.keys()],
    async end(): Promise<string[]> {
      const failures: string[] = [];
      for (const name of servers.keys()) failures.push(...[await stop(name)].filter((text) => text !== undefined));
      return failures;
    },
  };
}
