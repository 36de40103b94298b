import * as z from 'zod';
import { type AffectedBooking, type BusinessRecord, label, personName } from '../../contract/index.ts';
import { canonicalJson } from '../../lib/crypto/canonical-json.ts';
import { joined, listed, quoted, type Sentence, type SentenceValue, say, trusted } from '../../lib/sentence.ts';
import { pluralize } from '../../lib/text.ts';
import { formatInstant, type LocalTime } from '../../lib/time/format.ts';
import type { ToolContext } from '../core/context.ts';
import { defineTool, type ToolDefinition } from '../core/define.ts';
import { mayShow, recordShape } from '../core/record-kinds.ts';
import type { BusinessEdit, PlannedChange } from './plan.ts';
import { readSetup } from './state.ts';

/** A tool that changes the business: its metadata, and the change that it makes of its arguments. */
interface ChangeTool<I extends z.ZodRawShape> {
  name: string;
  title: string;
  description: string;
  effect: 'create' | 'update';
  input(): I;
  /** @throws ToolError if the arguments do not fit the business. */
  edit(input: z.output<z.ZodObject<I>>, business: BusinessRecord, context: ToolContext): Promise<BusinessEdit>;
}

/** A booking ahead that does not fit the business after a change. */
const affectedShape = () =>
  recordShape('booking', {
    booking_id: z.string(),
    start_time: z.string().describe('UTC'),
    start_local: z.string().optional(),
    weekday: z.string().optional(),
    service_name: label(),
    staff_name: label(),
    contact_name: personName().optional(),
    reason: z.string(),
  });

const changeOutput = () =>
  z.object({
    applied: z.boolean().describe('False: nothing was changed'),
    changes: z.array(label()),
    affected_bookings: z
      .array(affectedShape())
      .describe('Future bookings that no longer fit: they stay until they are moved or cancelled'),
    affected_total: z.int().optional(),
    business: z.object({ id: z.string().optional(), name: label().optional(), revision: z.int() }),
    time_zone: z.string(),
    note: z.string().optional(),
  });
type ChangeAnswer = z.input<ReturnType<typeof changeOutput>>;

/**
 * Defines a tool that changes the business by the extension `business_changes`. The call plans the change, asks the user
 * with what it would change and how many bookings would no longer fit, and applies exactly this plan.
 */
export function defineChangeTool<I extends z.ZodRawShape>(tool: ChangeTool<I>): ToolDefinition {
  const { name, title, description, effect, edit } = tool;
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
    return planChange(
      () => readSetup(context),
      (business) => edit(input, business, context),
      context,
    );
  };
  return defineTool({
    name,
    title,
    description,
    toolset: 'setup',
    effect,
    scope: 'business:manage',
    // The arguments of the tool itself have their types where `edit` reads them.
    input: () => z.strictObject({ ...tool.input(), ...dryRunInput() }) as unknown as DryRunInput,
    output: () => changeOutput(),
    summary: summarize,
    isDryRun: ({ dry_run: isDryRun }) => isDryRun === true,
    async confirm(input, context) {
      const planned = await planOf(input as unknown as Input, context);
      const { revision, changes = [] } = planned.plan.fields;
      if (!changes?.length) return undefined;
      return {
        question: await questionOf(planned, context),
        basis: canonicalJson([revision, changes.map(({ text }) => text)]),
      };
    },
    async run(input, context) {
      const planned = await planOf(input as unknown as Input, context);
      const isEmpty = !planned.plan.fields.changes?.length;
      if (isEmpty || input.dry_run === true) return answerOf(planned, context, isEmpty ? ALREADY : undefined);
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
const ALREADY = 'The business is already set up this way.';

function summarize({ applied, changes, affected_total: affected }: z.output<ReturnType<typeof changeOutput>>): string {
  const count = pluralize(changes.length, 'change');
  const done = applied
    ? `Changed: ${count}.`
    : `Nothing was changed${changes.length > 0 ? ` yet: ${count} planned` : ''}.`;
  const fit = applied ? 'no longer fit' : 'would no longer fit';
  if (affected === undefined) return done;
  return `${done} ${affected === 0 ? `All bookings ahead ${applied ? 'still fit' : 'would still fit'}.` : `${pluralize(affected, 'booking')} ahead ${fit}.`}`;
}

/** Returns a function that formats instants in the zone of the business, or in the configured one. */
function localTimes({ time_zone: zone }: BusinessRecord, { settings }: ToolContext) {
  const shown = settings.isTimeZoneConfigured && settings.timeZone ? settings.timeZone : zone;
  return { zone: shown, describe: (instant: string): LocalTime | undefined => formatInstant(instant, shown) };
}

async function answerOf({ business, plan }: PlannedChange, context: ToolContext, note?: string): Promise<ChangeAnswer> {
  const { zone, describe } = localTimes(business, context);
  const { changes, affected_bookings: affected, affected_total: total, applied, revision } = plan.fields;
  return {
    applied: applied === true,
    changes: (changes ?? []).map(({ text }) => text),
    affected_bookings: (affected ?? []).map(({ start_time: start, ...booking }) => {
      const local = describe(start);
      return {
        ...booking,
        start_time: local?.utc ?? start,
        ...(local ? { start_local: local.local, weekday: local.weekday } : {}),
      };
    }),
    // The number of records that a caller may not read is not for this caller either.
    ...(mayShow('booking', context) ? { affected_total: total ?? affected?.length ?? 0 } : {}),
    business: { id: business.id, name: business.name, revision: revision ?? business.revision },
    time_zone: zone,
    ...(note ? { note } : {}),
  };
}

/** Changes and bookings that a question names. */
const MAX_CHANGES = 15;
const MAX_AFFECTED = 10;

async function questionOf({ business, edit, plan }: PlannedChange, context: ToolContext): Promise<Sentence> {
  const changes = (plan.fields.changes ?? []).map(({ text }) => quoted(text, 300));
  const about = edit.about ? say` (${edit.about})` : say``;
  const question = say`Change ${quoted(business.name ?? 'the business')}: ${listed(changes, MAX_CHANGES)}${about}?`;
  return say`${question} ${await affectedSentence({ business, plan }, context)}`;
}

async function affectedSentence(
  { business, plan }: Pick<PlannedChange, 'business' | 'plan'>,
  context: ToolContext,
): Promise<Sentence> {
  if (!mayShow('booking', context))
    return trusted('Which bookings it affects is hidden: this caller may not read them.');
  const { affected_bookings: affected, affected_total: total } = plan.fields;
  const count = total ?? affected?.length ?? 0;
  if (count === 0) return trusted('All bookings ahead would still fit.');
  const { zone, describe } = localTimes(business, context);
  const named = (affected ?? []).slice(0, MAX_AFFECTED).map((booking) => describeAffected(booking, describe));
  const more = count > named.length ? say`; and ${count - named.length} more` : say``;
  return say`${trusted(pluralize(count, 'booking'))} ahead would no longer fit, and stay until moved or cancelled: ${joined(named, '; ')}${more} (times in ${trusted(zone)}).`;
}

function describeAffected(
  {
    booking_id: id,
    start_time: start,
    service_name: service,
    staff_name: staff,
    contact_name: contact,
    reason,
  }: AffectedBooking,
  describe: (instant: string) => LocalTime | undefined,
): SentenceValue {
  const local = describe(start);
  const when = local ? `${local.weekday} ${local.local.slice(0, 16).replace('T', ' ')}` : start;
  const customer = contact ? say` of ${quoted(contact)}` : say``;
  return say`${trusted(when)} ${quoted(service)} with ${quoted(staff)}${customer} (${id}, ${reason})`;
}
