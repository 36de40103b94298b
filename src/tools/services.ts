import * as z from 'zod';
import type { Read, Service } from '../contract/index.ts';
import { defineTool } from './core/define.ts';
import * as field from './core/fields.ts';
import { pageOf, pageSummary, present, provenance, provenanceOf } from './shape/record.ts';

const serviceShape = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  description: z.string().optional(),
  duration_minutes: z.number().optional(),
  price_cents: z.number().optional().describe('Minor unit of the currency'),
  currency: z.string().optional(),
  staff_ids: z.array(z.string()).optional(),
  // The specification shows no field of a service: what it costs may be under any name.
  other_fields: provenance.other_fields,
});

function shapeService(read: Read<typeof Service>) {
  const { other_fields } = provenanceOf(read);
  return { ...present({ ...read.fields }), ...(other_fields ? { other_fields } : {}) };
}

export const serviceTools = [
  defineTool({
    name: 'list_services',
    title: 'List services',
    description: 'List what can be booked, with prices and durations where the platform gives them.',
    toolset: 'services',
    effect: 'read',
    scope: 'read:services',
    input: field.pageInput,
    output: z.object({ items: z.array(serviceShape), ...field.pageOutput }),
    summary: (output) => pageSummary(output, 'services'),
    async run(query, { api, signal }) {
      return pageOf(await api.listServices({ query, signal }), shapeService);
    },
  }),
];
