import { openBusiness } from '../../app/compose.ts';
import { FileProblemsError } from '../business/problems.ts';
import { readDatabase } from '../config/platform.ts';
import type { CommandRun, Run } from '../runtime/run.ts';
import { UsageError } from '../runtime/usage-error.ts';

/** Each action is loaded when it runs. */
const ACTIONS: Readonly<Record<string, () => Promise<BusinessAction>>> = {
  init: async () => (await import('../business/init.ts')).initBusiness,
  plan: async () => (await import('../business/plan.ts')).planFile,
  apply: async () => (await import('../business/apply.ts')).applyFile,
  export: async () => (await import('../business/export.ts')).exportBusiness,
  show: async () => (await import('../business/show.ts')).showBusiness,
};

export type OpenBusiness = Awaited<ReturnType<typeof openBusiness>>;
export type BusinessAction = (business: OpenBusiness, run: Run) => Promise<void>;

/** `rcpt-mcp business`: the business file and the database. Errors in a file end it with exit code 1. */
export const runBusiness: CommandRun = async (run) => {
  const [name, ...positionals] = run.positionals;
  const load = name !== undefined && Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!load) {
    throw new UsageError(`business needs one of ${Object.keys(ACTIONS).join(', ')}. See rcpt-mcp --help.`);
  }
  const action = await load();
  const business = await openBusiness(readDatabase(run.options));
  try {
    await action(business, { ...run, positionals });
  } catch (error) {
    if (!(run.options.json && error instanceof FileProblemsError)) throw error;
    run.print(JSON.stringify({ problems: error.problems }, null, 2));
    process.exitCode = 1;
  } finally {
    await business.close();
  }
};
