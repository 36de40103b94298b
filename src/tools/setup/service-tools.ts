import * as z from 'zod';
import type { BusinessRecord } from '../../contract/index.ts';
import { joined, say, trusted } from '../../lib/sentence.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';
import { defineChangeTool } from './change-tool.ts';
import { parseDay, todayIn } from './days.ts';
import { durationInput, readDurations } from './durations.ts';
import { findInBusiness, newEntryId, rejectTakenName, staffIdsOf } from './people.ts';

/** Input that both tools have. */
const serviceInput = () => ({
  description: z.string().max(1_000).optional(),
  buffer_before: durationInput().optional().describe('Such as 5m'),
  buffer_after: durationInput().optional().describe('Such as 10m'),
  minimum_notice: durationInput().optional().describe('For this service, such as 2h; none: as the business'),
  booking_window: durationInput().optional().describe('For this service, such as 180d; none: as the business'),
  staff: z.array(z.string().min(1).max(200)).max(500).optional().describe('Who performs it: ids or names, or all'),
});
const price = () => z.number().min(0).optional().describe('Amount such as 115.00');
const length = () => durationInput().describe('Length such as 45m');

type Shared = z.output<z.ZodObject<ReturnType<typeof serviceInput>>>;

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

export const addService = defineChangeTool({
  name: 'add_service',
  title: 'Add a service',
  description: 'Add a service that can be booked, with its duration, price and the people who perform it.',
  effect: 'create',
  input: () => ({
    name: z.string().trim().min(1).max(200),
    duration: length(),
    price: price(),
    ...serviceInput(),
  }),
  async edit({ name, duration, price: amount, ...shared }, business) {
    rejectTakenName(name, business.services, 'service');
    const id = newEntryId(name, business.services, 'service');
    const fields = { ...fieldsOf(shared, business), ...(amount === undefined ? {} : { price: amount }) };
    return { file: { services: [{ id, name, ...readDurations({ duration }), ...fields }] } };
  },
});

export const updateService = defineChangeTool({
  name: 'update_service',
  title: 'Change a service',
  description:
    'Change the price of a service now or from a date on, its duration, buffers, who performs it, or whether it can be booked.',
  effect: 'update',
  input: () => ({
    service: z.string().min(1).max(200).describe('Service id or name'),
    name: z.string().trim().min(1).max(200).optional(),
    price: price(),
    price_from: z.string().min(1).max(64).optional().describe('First day of the price, such as 2027-01-01'),
    duration: length().optional(),
    ...serviceInput(),
    active: z.boolean().optional().describe('False: it cannot be booked'),
  }),
  async edit({ service: text, name, price: amount, price_from, duration, active, ...shared }, business, context) {
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
  },
});
