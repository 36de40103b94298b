import { type BusinessChange, type BusinessFile, PRUNABLE_LISTS } from '../../contract/index.ts';
import { atOnce } from '../../lib/concurrency/slices.ts';
import { changesBetween } from './changes.ts';
import { mergeFile } from './merge.ts';
import type { BusinessPlan } from './plan.ts';

/** What pruning every list would archive or remove after a plan: the entries that the file's lists do not have. */
export function keptEntries({ after }: Pick<BusinessPlan, 'after'>, file: BusinessFile, now: number): BusinessChange[] {
  const pruned = mergeFile(after, file, { prune: new Set(PRUNABLE_LISTS), now }, []);
  return atOnce(changesBetween(after, pruned)).filter(({ kind }) => kind === 'archive' || kind === 'remove');
}
