import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './platform.ts';
import { cleanEnvironment, PROGRAM, startProgram } from './program.ts';

export const SYSTEMS = ['linux', 'darwin', 'win32'] as const;
export type System = (typeof SYSTEMS)[number];

const PRELOADED = fileURLToPath(new URL('./as-system.cjs', import.meta.url));

/** A temporary home folder with the configuration files of MCP clients. */
export interface Home {
  path: string;
  env: Record<string, string>;
  /** Runs the built program to its end in the project folder of this home. */
  run(
    args: readonly string[],
    env?: Record<string, string>,
  ): Promise<{ code: number | null; stdout: string; stderr: string }>;
  write(file: string, text: string | Buffer, mode?: number): void;
  read(file: string): string;
  mode(file: string): number;
  /** Lists files recursively, as paths relative to the home folder. */
  files(folder?: string): string[];
  /** Lists folders recursively, as paths relative to the home folder. */
  folders(): string[];
  /** Replaces paths and hashes in output, so that it is equal on every machine. */
  plain(text: string): string;
}

export function newHome(system: System = 'linux'): Home {
  const path = temporaryFolder();
  const project = join(path, 'project');
  mkdirSync(project);
  const windows = { APPDATA: join(path, 'AppData', 'Roaming'), LOCALAPPDATA: join(path, 'AppData', 'Local') };
  const env = cleanEnvironment(path, {
    USERPROFILE: path,
    TEST_SYSTEM: system,
    // The zone of this machine is a proposal of `install`.
    TZ: 'UTC',
    NODE_OPTIONS: `--require ${JSON.stringify(PRELOADED)}`,
    ...(system === 'win32' ? windows : {}),
  });
  // These tests cover the default folders, which XDG_DATA_HOME of cleanEnvironment would override.
  const { XDG_DATA_HOME: _dataHome, RCPT_CONFIRM: _confirm, ...clean } = env;
  const at = (file: string) => join(path, file);
  return {
    path,
    env: clean,
    async run(args, more = {}) {
      const program = startProgram(args, { ...clean, ...more }, [], project);
      program.child.stdin?.end();
      return { code: await program.ended, ...program.output };
    },
    write(file, text, mode = 0o600) {
      mkdirSync(dirname(at(file)), { recursive: true });
      writeFileSync(at(file), text, { mode });
    },
    read: (file) => readFileSync(at(file), 'utf8'),
    mode: (file) => statSync(at(file)).mode & 0o777,
    files: (folder = '.') =>
      readdirSync(at(folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
        .sort(),
    folders: () =>
      readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
        .sort(),
    plain: (text) =>
      text
        .replaceAll(JSON.stringify(path).slice(1, -1), 'HOME')
        .replaceAll(path, 'HOME')
        .replaceAll(JSON.stringify(PROGRAM).slice(1, -1), 'PROGRAM')
        .replaceAll(PROGRAM, 'PROGRAM')
        .replace(/"command": "[^"]*node[^"]*"/g, '"command": "NODE"')
        .replace(/command = "[^"]*node[^"]*"/g, 'command = "NODE"')
        .replace(/cmd: "[^"]*node[^"]*"/g, 'cmd: "NODE"')
        .replace(/(key-[a-z-]+)-[0-9a-f]{8}\.txt/g, '$1-HASH.txt'),
  };
}
