import { needsYes } from '../prompts/agree.ts';
import { requiredArgument } from '../runtime/arguments.ts';
import { printJson } from '../terminal/print-json.ts';
import { confirm, isInteractive } from '../terminal/terminal.ts';
import { pruned } from './arguments.ts';
import { explainRefusal } from './errors.ts';
import type { BusinessAction } from './open-later.ts';
import { printPlan } from './print-plan.ts';
import { readBusinessFile } from './read-file.ts';

/** `business apply FILE`: shows the plan and asks, unless `--yes` confirms it. */
export const applyFile: BusinessAction = async (business, run) => {
  const { json, force, yes } = run.options;
  const path = requiredArgument(run);
  const read = await readBusinessFile(path);
  const prune = pruned(run);
  let revision = force ? undefined : run.options.revision;
  if (!yes) {
    const plan = await explainRefusal(business.plan(read.file, { prune }), read, run);
    if (json) printJson(run, plan);
    else printPlan(run, plan, path);
    if (plan.changes.length === 0) return;
    if (json || !isInteractive()) throw needsYes('apply the file');
    if (!(await confirm('Apply these changes?'))) return run.print('Nothing was changed.');
    // What was shown is what is applied.
    revision ??= force ? undefined : plan.revision;
  }
  const applied = await explainRefusal(business.apply(read.file, { prune, revision }), read, run);
  if (json) return printJson(run, applied);
  printPlan(run, applied, path);
};
