import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** True where `script` (util-linux) gives a program a terminal. */
export const HAS_TERMINAL = process.platform === 'linux';

const TIMEOUT_MS = 90_000;
const CTRL_C = '\x03';

/** What a person types when a program asks: the answer, each time that its output since the last answer matches the pattern. */
export type Answer = readonly [asked: RegExp, answer: string];

export interface Typed {
  /** All that the terminal showed, stdout and stderr and the echo of answers. */
  output: string;
  code: number | null;
}

export interface Running {
  /** What it printed until it was ready. */
  output: string;
  /** Presses Ctrl-C, and returns the exit code. */
  stop(): Promise<number | null>;
}

export interface Terminal {
  /** Types a command and waits for its end. Variables and the current folder stay for the next one. */
  type(command: string, answers?: readonly Answer[]): Promise<Typed>;
  /** Types a command that runs until Ctrl-C, and waits until its output matches. Throws if it ends before. */
  serve(command: string, ready: RegExp): Promise<Running>;
  /** Kills what still runs. */
  close(): void;
}

/** Opens a terminal of 100 columns in a folder, with bash and nothing but these variables. */
export function openTerminal(folder: string, env: Record<string, string>): Terminal {
  const state = mkdtempSync(join(tmpdir(), 'rcpt-terminal-'));
  const saved = join(state, 'variables.sh');
  writeFileSync(saved, `cd '${folder}'\n`);
  let count = 0;
  const children = new Set<ChildProcess>();

  /** Starts bash with one command: variables and folder are those that the last one left. */
  function start(command: string) {
    const file = join(state, `${++count}.sh`);
    const leave = `code=$?; { export -p; printf 'cd %q\\n' "$PWD"; } > '${saved}'; exit $code`;
    writeFileSync(file, `stty cols 100 rows 50\n. '${saved}'\nset -a\n${command}\n${leave}\n`);
    const child = spawn('script', ['-qefc', `bash --norc --noprofile '${file}'`, '/dev/null'], { env, stdio: 'pipe' });
    children.add(child);
    child.once('close', () => children.delete(child));
    return watch(command, child);
  }
  return {
    async type(command, answers = []) {
      const program = start(command);
      program.answer(answers);
      const code = await program.end();
      return { output: program.output(), code };
    },
    async serve(command, ready) {
      const program = start(command);
      await program.until(ready);
      return {
        output: program.output(),
        stop: () => {
          program.press(CTRL_C);
          return program.end();
        },
      };
    },
    close() {
      for (const child of children) child.kill('SIGKILL');
      rmSync(state, { recursive: true, force: true });
    },
  };
}

/** Follows the output of a program. Everything that takes longer than the limit fails with what the program has printed. */
function watch(command: string, child: ChildProcess) {
  let output = '';
  /** Where the output after the last answer begins. */
  let answered = 0;
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const late = () => {
    child.kill('SIGKILL');
    return new Error(`"${command}" did not go on within ${TIMEOUT_MS / 1000} s. It printed:\n${output}`);
  };
  const press = (text: string) => {
    answered = output.length;
    child.stdin?.write(text);
  };
  const unanswered = () => stripVTControlCharacters(output.slice(answered));
  return {
    output: () => output,
    press,
    answer(answers: readonly Answer[]) {
      const reply = () => {
        const answer = answers.find(([asked]) => asked.test(unanswered()));
        if (answer) press(answer[1]);
      };
      child.stdout?.on('data', reply);
      reply();
    },
    async until(pattern: RegExp) {
      const deadline = AbortSignal.timeout(TIMEOUT_MS);
      while (!pattern.test(output)) {
        if (child.exitCode !== null)
          throw new Error(`"${command}" ended with ${child.exitCode}. It printed:\n${output}`);
        await Promise.race([once(child.stdout as NodeJS.EventEmitter, 'data', { signal: deadline }), ended]).catch(
          () => {
            throw late();
          },
        );
      }
    },
    async end() {
      const deadline = AbortSignal.timeout(TIMEOUT_MS);
      const code = await Promise.race([ended, once(deadline, 'abort').then(() => 'late' as const)]);
      if (code === 'late') throw late();
      return code;
    },
  };
}
