import * as z from 'zod';
import { ToolError } from '../core/errors.ts';
import { defineChangeTool } from './change-tool.ts';
import { rejectUnsorted } from './hours.ts';
import { findInBusiness, newEntryId, performedServices, rejectTakenName, serviceIdsOf } from './people.ts';

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

type StaffFields = z.output<z.ZodObject<ReturnType<typeof staffInput>>>;

function fieldsOf({ title, opening_hours: own }: StaffFields) {
  rejectUnsorted('opening_hours', own);
  return {
    ...(title === undefined ? {} : { title }),
    ...(own === undefined ? {} : { opening_hours: own.length > 0 ? own : null }),
  };
}

export const addStaff = defineChangeTool({
  name: 'add_staff',
  title: 'Add a staff member',
  description: 'Add a person who takes appointments, with their hours and the services that they perform.',
  effect: 'create',
  input: () => ({ name: z.string().trim().min(1).max(200), ...staffInput() }),
  async edit({ name, services, ...fields }, business) {
    rejectTakenName(name, business.staff, 'staff');
    const id = newEntryId(name, business.staff, 'staff');
    const performed = services && performedServices(id, serviceIdsOf(services, business), business);
    return {
      file: {
        staff: [{ id, name, ...fieldsOf(fields) }],
        ...(performed && performed.length > 0 ? { services: performed } : {}),
      },
    };
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
  async edit({ staff: text, name, services, active, ...fields }, business) {
    const person = findInBusiness(text, business.staff, 'staff');
    const { id } = person;
    if (name !== undefined) rejectTakenName(name, business.staff, 'staff', person);
    const changes = {
      ...fieldsOf(fields),
      ...(name === undefined ? {} : { name }),
      ...(active === undefined ? {} : { active }),
    };
    const performed = services && performedServices(id, serviceIdsOf(services, business), business);
    if (Object.keys(changes).length === 0 && services === undefined)
      throw new ToolError('Give at least one field to change.');
    return {
      file: {
        staff: [{ id, ...changes }],
        ...(performed && performed.length > 0 ? { services: performed } : {}),
      },
    };
  },
});
