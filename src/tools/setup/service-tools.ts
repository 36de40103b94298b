import * as z from 'zod';
import { defineChangeTool } from './change-tool.ts';
import { durationInput } from './durations.ts';

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
  async edit(input, business) {
    return (await import('./edit-services.ts')).addedService(input, business);
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
  async edit(input, business, context) {
    return (await import('./edit-services.ts')).changedService(input, business, context);
  },
});
