import * as z from 'zod';
import { label, type Read, type Staff } from '../../contract/index.ts';
import { recordShape } from '../core/record-kinds.ts';
import { omitNullish, provenanceOf, undocumented } from './record.ts';

/** A person who performs services, in answers. */
export const staffShape = () =>
  recordShape('staff', {
    id: z.string().optional(),
    name: label().optional(),
    title: label().optional(),
    active: z.boolean().optional(),
    service_ids: z.array(z.string()).optional(),
    opening_hours: z.array(label()).optional().describe('Own working hours; absent: those of the business'),
    time_off: z.array(z.object({ from: label(), to: label() })).optional(),
    ...undocumented(),
  });

/** Fields that identify a person in a list. */
export const BRIEF_STAFF = [
  'id',
  'name',
  'title',
  'active',
  'service_ids',
  'time_off',
  'other_fields',
  'withheld_fields',
] as const;

export function presentStaff(read: Read<typeof Staff>) {
  const { title, ...fields } = read.fields;
  const { missing_fields: _, ...undocumentedFields } = provenanceOf(read);
  return { ...omitNullish({ ...fields, title: title || undefined }), ...undocumentedFields };
}
