import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CommandError } from '../../config/usage-error.ts';
import { isYes } from '../prompts/yes.ts';

/** True if a person can answer a question: stdin and stderr are terminals. */
export const isInteractive = () => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** Asks a question that only `y` or `yes` confirms. */
export async function confirm(question: string): Promise<boolean> {
  const [answer = ''] = await ask([`${question} [y/N] `], { hidden: false });
  return isYes(answer);
}

/** Asks for texts without showing them while they are typed. */
export const askHidden = (questions: readonly string[]): Promise<string[]> => ask(questions, { hidden: true });

/**
 * Asks questions one after the other, on stderr, because stdout may be redirected.
 * @throws CommandError if input ends without an answer
 */
async function ask(questions: readonly string[], { hidden }: { hidden: boolean }): Promise<string[]> {
  const { stdin, stderr } = process;
  const output = hidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : stderr;
  // The line editor switches the terminal's echo off, and writes what is typed to `output` itself. It stays open until the
  // last answer, so that nothing that is typed meanwhile is shown.
  const reader = createInterface({ input: stdin, output, terminal: true, historySize: 0 });
  reader.once('SIGINT', () => {
    reader.close();
    stderr.write('\nNothing was changed.\n');
    process.kill(process.pid, 'SIGINT');
  });
  const lines = reader[Symbol.asyncIterator]();
  const answers: string[] = [];
  try {
    for (const question of questions) {
      reader.setPrompt(question);
      reader.prompt();
      if (hidden) stderr.write(question);
      const { done, value } = await lines.next();
      if (hidden) stderr.write('\n');
      if (done) throw new CommandError('There was no answer. Nothing was changed.');
      answers.push(value);
    }
    return answers;
  } finally {
    reader.close();
  }
}
