import { requiredArgument } from '../runtime/arguments.ts';
import { printJson } from '../terminal/print-json.ts';
import { fileCommand, pruned } from './arguments.ts';
import { explainRefusal } from './errors.ts';
import type { BusinessAction } from './open-later.ts';
import { printPlan } from './print-plan.ts';
import { readBusinessFile } from './read-file.ts';

const CHANGES_EXIT_CODE = 2;

/** `business plan FILE`: exit code 0 without changes, 2 with changes. */
export const planFile: BusinessAction = async (business, run) => {
  const path = requiredArgument(run);
  const read = await readBusinessFile(path);
  const plan = await explainRefusal(business.plan(read.file, { prune: pruned(run) }), read, run);
  if (plan.changes.length > 0) process.exitCode = CHANGES_EXIT_CODE;
  if (run.options.json) return printJson(run, plan);
  printPlan(run, plan, path);
  if (plan.changes.length > 0) run.print(`\nTo apply it: ${fileCommand('apply', path, run, plan.revision)}`);
};
