import { INSTALLED_PROGRAM, type RunningProgram, startProcess } from './program.ts';

/** True where `script` (util-linux) gives a program a terminal. */
export const HAS_TERMINAL = process.platform === 'linux';

/** Starts the built program on a pseudo terminal. All that it prints, and all that the terminal echoes, is in `output.stdout`. */
export function startOnTerminal(
  args: readonly string[],
  env: Record<string, string>,
  columns?: number,
): RunningProgram {
  const quoted = [process.execPath, INSTALLED_PROGRAM, ...args].map((word) => `'${word}'`).join(' ');
  const size = columns === undefined ? '' : `stty cols ${columns}; `;
  return startProcess(['script', '-qefc', size + quoted, '/dev/null'], env);
}
