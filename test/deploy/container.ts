import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type RunningProgram, startProcess } from '../support/program.ts';
import { type Image, ROOT } from './dockerfile.ts';

/**
 * What a container is to the program, as far as that can be had without one: the image's files at other places, its
 * command and environment and nothing else of this machine's, an account without rights and home, and no folder that
 * may be written to.
 */
export interface Container {
  /** Starts the image with these arguments in the place of its own, with what the operator adds to the environment. */
  start(args: readonly string[], env: Record<string, string>): RunningProgram;
  /** Runs the image's health check beside it; its exit code. */
  healthcheck(env: Record<string, string>): Promise<number | null>;
  /** A folder of the operator's, which the container may read and write. */
  mount: string;
  remove(): void;
}

const nobody = (user: string) => {
  const [uid = '', gid = ''] = user.split(':');
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs', '--bounding-set=-all'];
};

export function containerOf(image: Image): Container {
  const folder = mkdtempSync(join(tmpdir(), 'rcpt-image-'));
  const own = (path: string) => join(folder, path);
  for (const { from, to } of image.copies) {
    if (to === image.entrypoint[0]) continue;
    mkdirSync(dirname(own(to)), { recursive: true });
    cpSync(from.replace(/^\/src/, ROOT), own(to), { recursive: true });
  }
  const mount = own('mount');
  mkdirSync(mount);
  chmodSync(mount, 0o777);
  chmodSync(folder, 0o555);
  // Only root may become somebody else; whoever runs the tests otherwise has no rights either.
  const tried = spawnSync('setpriv', [...nobody(image.user).slice(1), process.execPath, '-e', '']);
  const become = process.getuid?.() === 0 && tried.status === 0 ? nobody(image.user) : [];
  const [node, ...program] = image.entrypoint;
  const here = (words: readonly string[]) =>
    words.map((word) => (word === node ? process.execPath : word.startsWith('/app/') ? own(word) : word));
  const run = (words: readonly string[], env: Record<string, string>) =>
    startProcess([...become, ...here(words)], { ...image.env, ...env }, folder);
  return {
    mount,
    start: (args, env) => run([node ?? '', ...program, ...args], env),
    healthcheck: (env) => run(image.healthcheck, env).ended,
    remove() {
      chmodSync(folder, 0o755);
      rmSync(folder, { recursive: true });
    },
  };
}
