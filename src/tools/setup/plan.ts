import { ApiError } from '../../api/index.ts';
import {
  type BusinessFile,
  type BusinessPlan,
  type BusinessRecord,
  businessFile,
  type PrunableList,
  type Read,
} from '../../contract/index.ts';
import { issueText } from '../../contract/issue-text.ts';
import { joined, type Sentence, say, trusted } from '../../lib/text/sentence.ts';
import type { ToolContext } from '../core/context.ts';
import { ConcurrentChangeError, ToolError } from '../core/errors.ts';
import { asRepeatable, isIndeterminate, searchForEffect, withReadRetries } from '../idempotency/read-back.ts';
import { argumentOf, refusedByArgument } from './arguments.ts';

/** A change of the business: what the tool declares of the business file. */
export interface BusinessEdit {
  file: BusinessFile;
  /** Lists that `file` has as a whole, so that what is not in them is removed. */
  prune?: PrunableList[];
  /** What the question states beside the changes, such as the weekdays of its dates. */
  about?: Sentence;
  /** What the question and the answer state of consequences that a plan does not show. */
  note?: Sentence;
  /** The id of the entry that the change adds. */
  addedId?: string;
  /** What there is already, if nothing changes. */
  already?: Sentence;
}

/** Builds a change from the business as it is. */
export type BuildEdit = (business: BusinessRecord) => Promise<BusinessEdit>;

export interface PlannedChange {
  business: BusinessRecord;
  edit: BusinessEdit;
  plan: Read<typeof BusinessPlan>;
}

/** How often a change is planned again because the business changed between two requests. */
const MAX_ATTEMPTS = 3;

/**
 * Plans a change: nothing is changed. The plan is for the revision of the business that the change was built from.
 * @throws ToolError if the change is invalid.
 */
export async function planChange(
  read: () => Promise<BusinessRecord>,
  build: BuildEdit,
  { api, signal }: ToolContext,
): Promise<PlannedChange> {
  for (let attempt = 1; ; attempt++) {
    const business = await read();
    const edit = await build(business);
    const plan = await refusedByArgument(api.planBusiness({ body: bodyOf(edit), signal }));
    if (plan.fields.changes && plan.fields.revision === business.revision) return { business, edit, plan };
    if (attempt === MAX_ATTEMPTS || !plan.fields.changes)
      throw new ApiError({ kind: 'invalid_response', endpoint: 'planBusiness', changed: 'no' });
  }
}

/** @throws ToolError with each invalid value. */
function bodyOf({ file, prune }: BusinessEdit) {
  const parsed = businessFile().safeParse(file, { error: issueText });
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => say`${argumentOf(path)} ${trusted(message.replace(/\.$/, ''))}`,
    );
    throw new ToolError(say`${joined(problems, '; ')}.`);
  }
  return { business: parsed.data, ...(prune ? { prune } : {}) };
}

/** A change that was made. */
export interface AppliedChange {
  plan: Read<typeof BusinessPlan>;
  note?: string;
}

/**
 * Makes a planned change, if the business is still at the revision of the plan. A change that is not confirmed is made if a
 * new plan of the same shows nothing to do.
 * @throws ToolError if the business was changed meanwhile.
 */
export async function applyChange(
  { business, edit, plan }: PlannedChange,
  { api, signal }: ToolContext,
): Promise<AppliedChange> {
  const body = bodyOf(edit);
  const findEffect = async (): Promise<AppliedChange | undefined> => {
    const now = await withReadRetries(() => api.planBusiness({ body, signal }));
    const { changes, revision } = now.fields;
    if (changes?.length !== 0 || !revision) return undefined;
    return { plan: { ...plan, fields: { ...plan.fields, revision, applied: true } }, note: UNCONFIRMED };
  };
  try {
    const request = api.applyBusiness({ body: { ...body, revision: business.revision }, signal });
    const applied = await refusedByArgument(request);
    if (applied.fields.applied === true) return { plan: applied };
    throw new ApiError({ kind: 'unconfirmed', endpoint: 'applyBusiness', changed: 'unknown' });
  } catch (error) {
    if (error instanceof ApiError && error.details.kind === 'precondition_failed') {
      const { changed } = error.details;
      // An earlier attempt of this request may be what changed it.
      const found = changed === 'unknown' ? await findEffect() : undefined;
      if (found) return found;
      throw changed === 'no'
        ? new ToolError(CHANGED_MEANWHILE)
        : new ConcurrentChangeError('', changed, { cause: error });
    }
    if (!isIndeterminate(error, signal)) throw error;
    return searchForEffect(findEffect, asRepeatable(error), signal);
  }
}

const UNCONFIRMED = 'The platform did not confirm it, but the business is so now.';
const CHANGED_MEANWHILE =
  'The business was changed at the same time: call again without confirm_token to see what would change now.';
