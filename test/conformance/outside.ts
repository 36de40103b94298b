import { execFile, type SpawnOptions, spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Third-party programs at reviewed versions. They are installed through npx and are no dependencies: they take 370 MB,
 * most require a newer Node than the product, and development does not need them.
 */
const PINNED = {
  node: '24.21.0',
  '@modelcontextprotocol/conformance': '0.2.0-alpha.12',
  '@modelcontextprotocol/inspector': '2.12.0',
  'mcp-remote': '0.15.1',
  '@ai-sdk/mcp': '2.0.99',
  mcporter: '0.12.3',
} as const;

export type Package = keyof typeof PINNED;

export const versionOf = (name: Package): string => PINNED[name];

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface ExternalTools {
  /** Runs one of the programs to its end, with the pinned Node. */
  run(program: string, args: readonly string[], options?: SpawnOptions): Promise<Finished>;
  /** Returns a program and its environment, for callers that spawn it themselves. */
  command(program: string): { command: string; env: Record<string, string> };
  /** Returns the folder of an installed package. */
  folder(name: Package): string;
}

const shell = process.platform === 'win32';
/** Time limit of the whole download, over a slow connection. */
const DOWNLOAD_MS = 300_000;

/** Installs missing packages through npx, with one retry. */
export async function installExternalTools(): Promise<ExternalTools> {
  const packages = Object.entries(PINNED).flatMap(([name, version]) => ['-p', `${name}@${version}`]);
  const install = () =>
    promisify(execFile)('npx', ['-y', ...packages, 'node', '-p', 'process.env.PATH'], { shell, timeout: DOWNLOAD_MS });
  const { stdout } = await install().catch(install).catch(failDownload);
  const bin = stdout.trim().split(delimiter)[0] as string;
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` } as Record<string, string>;
  return {
    command: (program) => ({ command: join(bin, program), env }),
    folder: (name) => join(dirname(bin), name),
    async run(program, args, options = {}) {
      const stdio = ['ignore', 'pipe', 'pipe'] as const;
      const child = spawn(join(bin, program), args, {
        ...options,
        env: { ...env, ...options.env },
        stdio: [...stdio],
        shell,
      });
      const output = { stdout: '', stderr: '' };
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        output.stdout += text;
      });
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        output.stderr += text;
      });
      const code = await new Promise<number | null>((resolve, reject) =>
        child.on('error', reject).on('close', resolve),
      );
      return { code, ...output };
    },
  };
}

function failDownload(error: { stderr?: string; message: string }): never {
  const causes = (error.stderr || error.message)
    .split('\n')
    .filter((line) => /^npm error (code|network request)/.test(line));
  throw new Error(
    `The conformance suite and the clients could not be downloaded, in two attempts: is the npm registry reachable?\n${causes.join('\n')}`,
  );
}
