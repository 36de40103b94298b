import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { CommandError } from '../../config/usage-error.ts';
import { isYes } from './yes.ts';

/** Asks a person questions, one at a time. */
export interface Prompter {
  /** Writes a line. */
  say(line: string): void;
  /**
   * Asks until `read` accepts the answer. An empty answer is the proposal.
   * @param read throws an error whose message says what is right
   */
  ask<T>(question: string, proposal: string, read: (answer: string) => T): Promise<T>;
  /** Asks a question that only `y` and `yes` confirm. */
  confirm(question: string): Promise<boolean>;
  close(): void;
}

/** @throws CommandError from questions, if the input has ended */
export function createPrompter(input: Readable, output: Writable): Prompter {
  const reader = createInterface({ input, output });
  // Not `question`, which loses lines that arrive before it is called.
  const answers = reader[Symbol.asyncIterator]();
  const say = (line: string) => void output.write(`${line}\n`);
  const readAnswer = async (question: string): Promise<string> => {
    output.write(question);
    const { done, value } = await answers.next();
    if (done) throw new CommandError('There was no answer. Nothing was changed.');
    return value.trim();
  };
  return {
    say,
    async ask(question, proposal, read) {
      for (;;) {
        const answer = await readAnswer(`${question}${proposal === '' ? '' : ` [${proposal}]`}: `);
        try {
          return read(answer === '' ? proposal : answer);
        } catch (error) {
          say(`  ${(error as Error).message}`);
        }
      }
    },
    confirm: async (question) => isYes(await readAnswer(`${question} [y/N] `)),
    close: () => reader.close(),
  };
}

/** The prompter of the terminal. */
export const terminalPrompter = () => createPrompter(process.stdin, process.stderr);
