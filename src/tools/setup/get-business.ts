import * as z from 'zod';
import { label } from '../../contract/index.ts';
import { pluralize } from '../../lib/text/text.ts';
import { defineTool } from '../core/define.ts';
import { recordShape } from '../core/record-kinds.ts';
import { omitNullish } from '../presenters/record.ts';

const periods = <S extends z.ZodRawShape>(more: S) =>
  z.array(z.object({ from: label().optional(), to: label().optional(), ...more }));

const output = () =>
  z.object({
    business: z.object({
      id: z.string().optional(),
      name: label().optional(),
      time_zone: z.string().optional(),
      country: z.string().optional(),
      currency: z.string().optional(),
      opening_hours: z
        .array(label())
        .optional()
        .describe('Absent: unknown, so that no time is refused because of them'),
      closures: periods({ reason: label().optional() }).optional(),
      special_hours: periods({
        hours: label().optional(),
        reason: label().optional(),
        staff: z.array(z.string()).optional().describe('Empty: all'),
      }).optional(),
      rules: z
        .object({
          minimum_notice: label().optional(),
          notice_counts: z.string().optional(),
          booking_window: label().optional(),
          slot_interval: label().optional(),
          max_per_customer_and_day: z.int().optional(),
          max_per_day: z.int().optional(),
        })
        .optional(),
      is_demo: z.boolean().optional(),
      revision: z.int().optional(),
    }),
    services: z
      .array(
        recordShape('service', {
          id: z.string().optional(),
          name: label().optional(),
          description: label().optional(),
          duration: label().optional(),
          price: z.number().optional(),
          price_today: z.number().optional(),
          price_changes: z.array(z.object({ from: z.string(), price: z.number() })).optional(),
          buffer_before: label().optional(),
          buffer_after: label().optional(),
          minimum_notice: label().optional(),
          booking_window: label().optional(),
          staff: z.array(z.string()).optional().describe('Absent: all'),
          active: z.boolean().optional(),
        }),
      )
      .optional(),
    staff: z
      .array(
        recordShape('staff', {
          id: z.string().optional(),
          name: label().optional(),
          title: label().optional(),
          opening_hours: z.array(label()).optional().describe('Absent: those of the business'),
          time_off: periods({}).optional(),
          has_calendar: z.boolean().optional(),
          active: z.boolean().optional(),
        }),
      )
      .optional(),
  });

export const getBusiness = defineTool({
  name: 'get_business',
  title: 'Read the business',
  description: 'Read how the business is set up: opening hours, closures, rules, services with prices, and staff.',
  toolset: 'setup',
  effect: 'read',
  scope: 'read:services',
  input: () => z.strictObject({}),
  output,
  cutAdvice: { services: 'list_services has all', staff: 'list_staff has all' },
  summary: ({ services, staff, business, ...answer }) => {
    const { omitted = '' } = answer as { omitted?: string };
    // Of a list that was cut, the note has the length.
    const count = (list: readonly unknown[], name: string) =>
      Number(new RegExp(`of (\\d+) ${name}\\b`).exec(omitted)?.[1] ?? list.length);
    const least = omitted.includes('lists in records') ? 'at least ' : '';
    // A list that the caller may not read is absent.
    const counts = [
      `${least}${pluralize(business.closures?.length ?? 0, 'closure')}`,
      services && pluralize(count(services, 'services'), 'service'),
      staff && `${count(staff, 'staff')} people`.replace(/^1 people/, '1 person'),
    ];
    return `${counts.filter(Boolean).join(', ')}.`;
  },
  async run(_input, context) {
    const { api, extensions, signal } = context;
    if (!(await extensions.announcesForCertain('business', signal))) {
      const { setUpElsewhere } = await import('./state.ts');
      throw setUpElsewhere(context);
    }
    const { fields } = await api.getBusiness({ signal });
    const { services = [], staff, closures, special_hours, rules, ...business } = fields;
    return {
      business: {
        ...omitNullish(business),
        rules: omitNullish({ ...rules }),
        closures: (closures ?? []).map((closure) => omitNullish({ ...closure })),
        special_hours: (special_hours ?? []).map((entry) => omitNullish({ ...entry })),
      },
      services: (services ?? []).map(({ staff: performers, price_changes: prices, ...service }) =>
        omitNullish({
          ...service,
          ...(prices.length > 0 ? { price_changes: prices } : {}),
          ...(performers === 'all' ? {} : { staff: performers }),
        }),
      ),
      // The key may not read it.
      ...(staff && {
        staff: staff.map(({ time_off: timeOff, title, ...person }) =>
          omitNullish({ ...person, title: title || undefined, ...(timeOff.length > 0 ? { time_off: timeOff } : {}) }),
        ),
      }),
    };
  },
});
