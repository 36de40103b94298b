import * as z from 'zod';
import { label, type Service } from '../contract/index.ts';
import { normalizeText } from '../lib/search/text-search.ts';
import { businessZone, dateIn } from './availability/business-zone.ts';
import { defineTool } from './core/define.ts';
import * as field from './core/fields.ts';
import { recordShape } from './core/record-kinds.ts';
import { listStaff } from './list-staff.ts';
import { undocumented } from './presenters/record.ts';
import { presentService } from './presenters/service.ts';
import { allOf, matchesQuery } from './search/filters.ts';
import { list, listOutput, listSummary } from './search/list-tool.ts';

const serviceShape = () =>
  recordShape('service', {
    id: z.string().optional(),
    name: label().optional(),
    description: label().optional(),
    duration_minutes: z.number().optional(),
    price_cents: z.number().optional().describe('Minor unit of the currency'),
    currency: z.string().optional(),
    staff_ids: z.array(z.string()).optional(),
    price_changes: z
      .array(z.object({ from: z.string(), price_cents: z.number() }))
      .optional()
      .describe('Prices from later days on'),
    // The specification shows no field of a service: the price may have any name.
    ...undocumented(),
  });

export const serviceTools = [
  defineTool({
    name: 'list_services',
    title: 'List services',
    description: 'List or search services, with prices and durations if the platform gives them.',
    toolset: 'services',
    effect: 'read',
    scope: 'read:services',
    input: () => z.strictObject({ ...field.searching(), ...field.paging(), detail: field.detail() }),
    output: () => z.object({ items: z.array(serviceShape()), ...listOutput() }),
    summary: (output) => listSummary(output, 'services'),
    async run(input, context) {
      const { api, signal, time, clock } = context;
      const hasPrices = await context.extensions.has('service_prices', signal);
      const zone = hasPrices ? await businessZone(context, time.zone) : time.zone;
      const today = dateIn(zone, new Date(clock.now()).toISOString()) ?? '';
      return list(
        {
          tool: 'list_services',
          fetch: (query) => api.listServices({ query, signal }),
          shape: (read) => presentService(read, today),
          brief: [
            'id',
            'name',
            'duration_minutes',
            'price_cents',
            'currency',
            'price_changes',
            'other_fields',
            'withheld_fields',
          ],
          sortKey: ({ fields }) => fields.name && normalizeText(fields.name),
          order: 'asc',
          verdict: allOf<typeof Service>([input.query && (await matchesQuery(input.query, context))]),
        },
        input,
        context,
      );
    },
  }),
  listStaff,
];
