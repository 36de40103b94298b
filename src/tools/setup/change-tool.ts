import * as z from 'zod';
import type { BusinessRecord, Scope } from '../../contract/index.ts';
import { canonicalJson } from '../../lib/crypto/canonical-json.ts';
import { pluralize } from '../../lib/text/text.ts';
import type { ToolContext } from '../core/context.ts';
import { defineTool, type ToolDefinition } from '../core/define.ts';
import { addedOutput, type ChangeResult, changeOutput } from './change-output.ts';
import { countAffected } from './count-affected.ts';
import type { BusinessEdit, PlannedChange } from './plan.ts';

/** A tool that changes the business: its metadata, and the change that it makes of its arguments. */
interface ChangeTool<I extends z.ZodRawShape> {
  name: string;
  title: string;
  description: string;
  effect: 'create' | 'update';
  /** Default: `business:manage`, which includes the others. */
  scope?: Scope;
  input(): I;
  /** How to get affected bookings that an answer leaves out. */
  cutAdvice?: string;
  /** @throws ToolError if the arguments do not fit the business. */
  edit(input: z.output<z.ZodObject<I>>, business: BusinessRecord, context: ToolContext): Promise<BusinessEdit>;
}

/**
 * Defines a tool that changes the business by the extension `business_changes`. The call plans the change, asks the user
 * with what it would change and which bookings would not fit, and applies exactly this plan.
 */
export function defineChangeTool<I extends z.ZodRawShape>(tool: ChangeTool<I>): ToolDefinition {
  const { name, title, description, effect, scope = 'business:manage', edit } = tool;
  type Input = z.output<z.ZodObject<I>>;
  /** The plan of a call, by its context: what was confirmed is what is applied. */
  const plans = new WeakMap<ToolContext, Promise<PlannedChange>>();
  const planOf = (input: Input, context: ToolContext): Promise<PlannedChange> => {
    const planned = plans.get(context) ?? plan(input, context);
    plans.set(context, planned);
    return planned;
  };
  const plan = async (input: Input, context: ToolContext): Promise<PlannedChange> => {
    const { planChange } = await import('./plan.ts');
    const { readSetup } = await import('./state.ts');
    // Tools take all arguments that they do not name as fields of the business file.
    const { dry_run: _isDryRun, ...change } = input as Input & { dry_run?: boolean };
    return planChange(
      () => readSetup(context),
      (business) => edit(change as Input, business, context),
      context,
    );
  };
  return defineTool({
    name,
    title,
    description,
    toolset: 'setup',
    effect,
    scope,
    // The arguments of the tool itself have their types where `edit` reads them.
    input: () => z.strictObject({ ...tool.input(), ...dryRunInput() }) as unknown as DryRunInput,
    output: () => (effect === 'create' ? addedOutput() : changeOutput()) as ReturnType<typeof addedOutput>,
    summary: summarize,
    cutAdvice: { affected_bookings: tool.cutAdvice ?? 'list_bookings has all bookings ahead' },
    // Platforms send the first hundred.
    listTotals: { affected_bookings: 'affected_total' },
    isDryRun: ({ dry_run: isDryRun }) => isDryRun === true,
    async confirm(input, context) {
      const planned = await planOf(input as unknown as Input, context);
      const { revision, changes = [] } = planned.plan.fields;
      if (!changes?.length) return undefined;
      const { questionOf } = await import('./change-answer.ts');
      return {
        question: questionOf(planned, context),
        basis: canonicalJson([revision, changes.map(({ text }) => text)]),
      };
    },
    async run(input, context) {
      const planned = await planOf(input as unknown as Input, context);
      const { answerOf } = await import('./change-answer.ts');
      if (!planned.plan.fields.changes?.length || input.dry_run === true) return answerOf(planned, context);
      const { applyChange } = await import('./plan.ts');
      const applied = await applyChange(planned, context);
      return answerOf({ ...planned, plan: applied.plan }, context, applied.note);
    },
  });
}

const dryRunInput = () => ({
  dry_run: z.boolean().optional().describe('Only report what would change and who is affected'),
});
type DryRunInput = z.ZodObject<ReturnType<typeof dryRunInput>>;

function summarize({ applied, changes, affected_total: total, already_total: already = 0 }: ChangeResult): string {
  const count = pluralize(changes.length, 'change');
  const done = applied
    ? `Changed: ${count}.`
    : `Nothing was changed${changes.length > 0 ? ` yet: ${count} planned` : ''}.`;
  // Not every platform compares bookings for a plan without changes.
  if (total === undefined || (changes.length === 0 && total === 0)) return done;
  return `${done} ${countAffected({ total, already, isMade: applied || changes.length === 0 })}.`;
}
