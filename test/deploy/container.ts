import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type RunningProgram, startProcess } from '../support/program.ts';
import { type Image, ROOT } from './dockerfile.ts';

/**
 * A simulated container: the files of the image in another folder, its command and environment without those of this
 * machine, an account without permissions and a home, and no writable folder.
 */
export interface Container {
  /** Starts the image with these arguments instead of its own, and with the operator's environment. */
  start(args: readonly string[], env: Record<string, string>): RunningProgram;
  /** Runs the image's health check and returns its exit code. */
  healthcheck(env: Record<string, string>): Promise<number | null>;
  /** A mounted folder, which the container may read and write. */
  mount: string;
  remove(): void;
}

const asUser = (user: string) => {
  const [uid = '', gid = ''] = user.split(':');
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs', '--bounding-set=-all'];
};

export function containerOf(image: Image): Container {
  const folder = mkdtempSync(join(tmpdir(), 'rcpt-image-'));
  const inFolder = (path: string) => join(folder, path);
  for (const { from, to } of image.copies) {
    if (to === image.entrypoint[0]) continue;
    mkdirSync(dirname(inFolder(to)), { recursive: true });
    cpSync(from.replace(/^\/src/, ROOT), inFolder(to), { recursive: true });
  }
  const mount = inFolder('mount');
  mkdirSync(mount);
  chmodSync(mount, 0o777);
  chmodSync(folder, 0o555);
  // Only root can change its user; any other user who runs the tests has no special permissions anyway.
  const trial = spawnSync('setpriv', [...asUser(image.user).slice(1), process.execPath, '-e', '']);
  const prefix = process.getuid?.() === 0 && trial.status === 0 ? asUser(image.user) : [];
  const [node, ...program] = image.entrypoint;
  const here = (words: readonly string[]) =>
    words.map((word) => (word === node ? process.execPath : word.startsWith('/app/') ? inFolder(word) : word));
  const run = (words: readonly string[], env: Record<string, string>) =>
    startProcess([...prefix, ...here(words)], { ...image.env, ...env }, folder);
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
