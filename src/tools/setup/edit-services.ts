import type { BusinessRecord } from '../../contract/index.ts';
import { joined, say, trusted } from '../../lib/text/sentence.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';
import { readDurations } from './durations.ts';
import { parseDay, todayIn } from './parse-days.ts';
import { findInBusiness, newEntryId, staffIdsOf } from './people.ts';
import type { BusinessEdit } from './plan.ts';
import { rejectTakenName } from './taken-names.ts';

interface Shared {
  description?: string | undefined;
  buffer_before?: string | undefined;
  buffer_after?: string | undefined;
  minimum_notice?: string | undefined;
  booking_window?: string | undefined;
  staff?: string[] | undefined;
}

interface AddedService extends Shared {
  name: string;
  duration: string;
  price?: number | undefined;
}

interface ChangedService extends Shared {
  /** Id or name. */
  service: string;
  name?: string | undefined;
  price?: number | undefined;
  price_from?: string | undefined;
  duration?: string | undefined;
  active?: boolean | undefined;
}

/** Adds a service. @throws ToolError if there is one with this name. */
export function addedService(
  { name, duration, price: amount, ...shared }: AddedService,
  business: BusinessRecord,
): BusinessEdit {
  rejectTakenName(name, business.services, 'service');
  const id = newEntryId(name, business.services, 'service');
  const fields = { ...fieldsOf(shared, business), ...(amount === undefined ? {} : { price: amount }) };
  return { file: { services: [{ id, name, ...readDurations({ duration }), ...fields }] }, addedId: id };
}

/** Changes a service. @throws ToolError if there is none, nothing changes, or another one has the new name. */
export async function changedService(
  { service: text, name, price: amount, price_from, duration, active, ...shared }: ChangedService,
  business: BusinessRecord,
  context: ToolContext,
): Promise<BusinessEdit> {
  const service = findInBusiness(text, business.services, 'service');
  if (name !== undefined) rejectTakenName(name, business.services, 'service', service);
  const prices = await priceFields({ price: amount, price_from }, business.time_zone, context);
  const changes = {
    ...fieldsOf(shared, business),
    ...prices,
    ...(name === undefined ? {} : { name }),
    ...readDurations({ duration }),
    ...(active === undefined ? {} : { active }),
  };
  if (Object.keys(changes).length === 0) throw new ToolError('Give at least one field to change.');
  return { file: { services: [{ id: service.id, ...changes }] }, ...removalNote(changes, business) };
}

/** Returns the fields of a service in the business file. */
function fieldsOf({ staff, description, ...durations }: Shared, business: BusinessRecord) {
  return {
    ...readDurations(durations),
    ...(description === undefined ? {} : { description }),
    ...(staff ? { staff: staffIdsOf(staff, business) } : {}),
  };
}

/** Returns the field of a new price: of the one from today on, or from a later day on. */
async function priceFields(
  { price: amount, price_from: from }: { price?: number | undefined; price_from?: string | undefined },
  timeZone: string,
  context: ToolContext,
) {
  if (amount === undefined) {
    if (from !== undefined) throw new ToolError('price_from belongs to price: give both.');
    return {};
  }
  const today = await todayIn(timeZone, context);
  const day = from === undefined ? today : await parseDay('price_from', from, timeZone, context);
  if (day < today) throw new ToolError(say`price_from: ${trusted(day)} is in the past: today is ${trusted(today)}.`);
  return day === today ? { price: amount } : { price_changes: [{ from: day, price: amount }] };
}

/** States the rules of the business that count where a service no longer has its own. */
function removalNote(changes: { [R in Rule]?: string | null }, { rules }: BusinessRecord) {
  const inherited = RULES.filter((rule) => changes[rule] === null && rules[rule]);
  if (inherited.length === 0) return {};
  const values = joined(
    inherited.map((rule) => say`${trusted(rule)} ${rules[rule] ?? ''}`),
    ', ',
  );
  return { note: say`The rules of the business then count for this service: ${values}.` };
}

const RULES = ['minimum_notice', 'booking_window'] as const;
type Rule = (typeof RULES)[number];
