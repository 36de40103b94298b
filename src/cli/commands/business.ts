import { readDatabase } from '../../config/platform.ts';
import type { BusinessAction } from '../business/open-later.ts';
import { openLater } from '../business/open-later.ts';
import { FileProblemsError } from '../business/problems.ts';
import { chosenAction } from '../runtime/arguments.ts';
import type { CommandRun } from '../runtime/run.ts';
import { printJson } from '../terminal/print-json.ts';
import { requireGiven, warnOfRemote } from './with-platform.ts';

/** Each action is loaded when it runs. */
const ACTIONS = {
  init: async () => (await import('../business/init.ts')).initBusiness,
  plan: async () => (await import('../business/plan.ts')).planFile,
  apply: async () => (await import('../business/apply.ts')).applyFile,
  export: async () => (await import('../business/export.ts')).exportBusiness,
  show: async () => (await import('../business/show.ts')).showBusiness,
} satisfies Record<string, () => Promise<BusinessAction>>;

/** They make no database at a mistyped path. */
const READING: ReadonlySet<string> = new Set<keyof typeof ACTIONS>(['export', 'show']);

/** `rcpt-mcp business`: the business file and the database. Errors in a file end it with exit code 1. */
export const runBusiness: CommandRun = async (run) => {
  const { action: load, positionals } = chosenAction(run, ACTIONS);
  const action = await load();
  warnOfRemote(run);
  const database = readDatabase(run.options);
  if (READING.has(run.positionals[0] ?? '')) await requireGiven(run, database);
  const business = await openLater(database);
  try {
    await action(business, { ...run, positionals });
  } catch (error) {
    if (!(run.options.json && error instanceof FileProblemsError)) throw error;
    printJson(run, { problems: error.problems });
    process.exitCode = 1;
  } finally {
    await business.close();
  }
};
