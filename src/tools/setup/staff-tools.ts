import * as z from 'zod';
import { defineChangeTool } from './change-tool.ts';

const hours = (what: string) => z.array(z.string().min(1).max(500)).max(20).optional().describe(what);

const staffInput = () => ({
  title: z.string().trim().max(200).optional().describe('Such as Dental hygienist'),
  opening_hours: hours(
    'Own hours, such as ["Mon-Thu 08:00-16:00", "1st,3rd Sat 09:00-12:00"]; []: those of the business',
  ),
  services: z
    .array(z.string().min(1).max(200))
    .max(500)
    .optional()
    .describe('All services that the person performs: ids or names'),
});

export const addStaff = defineChangeTool({
  name: 'add_staff',
  title: 'Add a staff member',
  description: 'Add a person who takes appointments, with their hours and the services that they perform.',
  effect: 'create',
  input: () => ({ name: z.string().trim().min(1).max(200), ...staffInput() }),
  async edit(input, business) {
    return (await import('./edit-staff.ts')).addedPerson(input, business);
  },
});

export const updateStaff = defineChangeTool({
  name: 'update_staff',
  title: 'Change a staff member',
  description: 'Change the name, title, working hours or services of a person, or whether they take bookings.',
  effect: 'update',
  input: () => ({
    staff: z.string().min(1).max(200).describe('Staff id or name'),
    name: z.string().trim().min(1).max(200).optional(),
    ...staffInput(),
    active: z.boolean().optional().describe('False: takes no bookings, such as after leaving'),
  }),
  async edit(input, business) {
    return (await import('./edit-staff.ts')).changedPerson(input, business);
  },
});
