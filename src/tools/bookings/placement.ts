import * as z from 'zod';
import { type CreateBooking, OVERRIDABLE_RULES, type OverridableRule } from '../../contract/index.ts';
import { listed, say } from '../../lib/text/sentence.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';
import * as field from '../core/fields.ts';
import { staffIdOf } from '../search/record-by-name.ts';

/** Who takes a booking, and which rules it may violate. */
export const placementInput = () => ({
  staff_id: field.staffId().optional(),
  override: z
    // Not an enumeration: its names would cost every session tokens, and a refusal names the rule.
    .array(z.string())
    .optional()
    .describe('Rules to break, if the user insists'),
});

interface Placement {
  staff_id?: string | undefined;
  override?: string[] | undefined;
  /** With it, the rule about hours is overridden where the platform has rules. A closed day is another rule. */
  outside_hours?: boolean | undefined;
}

const OUTSIDE_HOURS: OverridableRule = 'outside_hours';

/**
 * Returns the fields of the request for input that needs an extension of the platform.
 * @throws ToolError if the platform does not announce it: it would ignore the field, or refuse the whole request.
 */
export async function placementOf(
  { staff_id, override: rules, outside_hours }: Placement,
  context: ToolContext,
): Promise<CreateBooking> {
  const { extensions, signal } = context;
  let given = rules && rules.length > 0 ? overridableRules(rules) : undefined;
  if (staff_id !== undefined && !(await extensions.announcesForCertain('staff_assignment', signal)))
    throw new ToolError('staff_id: this platform chooses the person itself, so nothing was sent. Leave it out.');
  const hasRules = given
    ? await extensions.announcesForCertain('booking_rules', signal)
    : outside_hours && (await extensions.has('booking_rules', signal));
  if (given !== undefined && !hasRules) {
    // `assertWithinOpeningHours` refuses closed days that a platform without rules states.
    if (given.every((rule) => rule === 'closed') && (await extensions.has('business', signal))) given = undefined;
    else
      throw new ToolError('override: this platform announces no rules to override, so nothing was sent. Leave it out.');
  }
  const override = outside_hours && hasRules ? [...new Set([...(given ?? []), OUTSIDE_HOURS])] : given;
  return {
    ...(staff_id === undefined ? {} : { staff_id: await staffIdOf(staff_id, context) }),
    ...(override === undefined ? {} : { override }),
  };
}

function overridableRules(rules: readonly string[]): OverridableRule[] {
  const known = new Set<string>(OVERRIDABLE_RULES);
  const unknown = rules.filter((rule) => !known.has(rule));
  if (unknown.length > 0) {
    const possible = listed(OVERRIDABLE_RULES, OVERRIDABLE_RULES.length);
    throw new ToolError(
      say`override: ${listed(unknown)} is not a rule that can be overridden. These are: ${possible}.`,
    );
  }
  return [...new Set(rules)] as OverridableRule[];
}
