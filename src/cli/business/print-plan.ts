import type { PlannedBusiness } from '../../platform/index.ts';
import { printLimitedKeys } from '../runtime/limited-keys.ts';
import type { Run } from '../runtime/run.ts';
import { planLines } from './plan-text.ts';

/** Prints a plan, or what was applied. */
export function printPlan(run: Run, plan: PlannedBusiness, file: string): void {
  for (const line of planLines(plan, file)) run.print(line);
  if (plan.limited_keys.length === 0) return;
  run.print('');
  printLimitedKeys(run, plan.limited_keys, { isPlanned: !plan.applied });
}
