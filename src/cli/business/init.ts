import { basename } from 'node:path';
import { explainDatabaseErrors } from '../../app/open-platform.ts';
import { readDatabase } from '../../config/platform.ts';
import { CommandError, UsageError } from '../../config/usage-error.ts';
import { commandLine } from '../../lib/command-line.ts';
import { quoteArgument } from '../../lib/shell.ts';
import { type FileState, readFileState, replaceFile } from '../install/replace-file.ts';
import { type Prompter, terminalPrompter } from '../prompts/prompter.ts';
import { followUp } from '../runtime/follow-up.ts';
import type { Run } from '../runtime/run.ts';
import { printJson } from '../terminal/print-json.ts';
import { isInteractive } from '../terminal/terminal.ts';
import { fileCommand } from './arguments.ts';
import { explainRefusal, removeDemo } from './errors.ts';
import { fileOf } from './init/answers.ts';
import { acceptProposals, askAnswers } from './init/ask.ts';
import { FIELD_COMMENTS, topComments } from './init/comments.ts';
import { nextSteps, ownerNote, zoneNote } from './init/next-steps.ts';
import type { BusinessAction, OpenBusiness } from './open-later.ts';
import { parseBusinessFile } from './read-file.ts';
import { renderBusinessFile } from './render-file.ts';

/** `business init [FILE]`: asks on a terminal; without one takes proposals and options. */
export const initBusiness: BusinessAction = async (business, run) => {
  if (run.positionals[0] === '-') {
    throw new UsageError(
      `business init cannot write to stdout, because the file is applied and edited later. Name one, such as ${commandLine('business init business.yaml')}, or ./- for a file of this name.`,
    );
  }
  if (run.options.yes) return setUp(business, run, undefined);
  if (!isInteractive()) {
    throw new UsageError(
      `business init asks questions on a terminal. Without one, accept the proposals: ${commandLine('business init --yes --name "Bright Smile Dental"')}, with --time-zone, --default-country, --currency, --opening-hours, --services, --people and --owner as needed.`,
    );
  }
  const prompter = terminalPrompter();
  try {
    await setUp(business, run, prompter);
  } finally {
    prompter.close();
  }
};

/** @param prompter undefined: accept the proposals */
export async function setUp(business: OpenBusiness, run: Run, prompter: Prompter | undefined): Promise<void> {
  const path = run.positionals[0] ?? 'business.yaml';
  const revision = await requireNew(business, run);
  const current = await readFileState(path);
  if (!(await mayWrite(current, path, prompter, run))) return run.print('Nothing was changed.');
  prompter?.say('An empty answer accepts the proposal in brackets.');
  const answers = await (prompter ? askAnswers(run.options, prompter) : acceptProposals(run.options));
  const text = renderBusinessFile(fileOf(answers), {
    top: topComments(fileCommand('plan', basename(path), run)),
    fields: FIELD_COMMENTS,
  });
  const read = parseBusinessFile(text, path);
  await explainRefusal(business.plan(read.file), read, run);
  // A database that cannot be made leaves no file.
  await business.create();
  await replaceFile(current, { text, mode: 0o644, backup: false });
  const applied = await explainRefusal(business.apply(read.file, { revision }), read, run).catch((cause: Error) => {
    throw new CommandError(`${path} is written, but was not applied. ${cause.message}`, { cause });
  });
  const notes = [zoneNote, ownerNote].flatMap((noteOf) => noteOf(answers, path, run) ?? []);
  if (run.options.json) {
    for (const note of notes) run.logger.warn(note);
    return printJson(run, { file: path, ...applied });
  }
  for (const line of nextSteps(answers, { path, database: readDatabase(run.options), notes }, run)) run.print(line);
}

/** Returns the revision of a database without a business. @throws CommandError for any other */
async function requireNew(business: OpenBusiness, run: Run): Promise<number> {
  const { kind, name, revision } = await explainDatabaseErrors(business.state());
  if (kind === 'new') return revision;
  const advice =
    kind === 'demo'
      ? removeDemo(run)
      : `Choose another database with --database, or write its file: ${followUp(run, 'business export FILE')}`;
  throw new CommandError(
    `This database holds the ${kind === 'demo' ? 'demo business' : 'business'} ${name}. Nothing was changed. ${advice}`,
  );
}

async function mayWrite(
  { bytes }: FileState,
  path: string,
  prompter: Prompter | undefined,
  run: Run,
): Promise<boolean> {
  if (!bytes) return true;
  if (prompter) return prompter.confirm(`${path} exists. Replace it?`);
  throw new CommandError(
    `${path} exists. Nothing was changed. Name another file, such as practice.yaml, or apply this one: ${followUp(run, `business apply ${quoteArgument(path)}`)}`,
  );
}
