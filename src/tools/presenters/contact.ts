import * as z from 'zod';
import { type Contact, email, personName, phone, type Read } from '../../contract/index.ts';
import { recordShape } from '../core/record-kinds.ts';
import { omitNullish } from './record.ts';

/** A contact in answers. */
export const contactShape = () =>
  recordShape('contact', {
    id: z.string().optional(),
    name: personName().optional(),
    email: email().optional(),
    phone: phone().optional(),
    created_at: z.string().optional(),
    updated_at: z.string().optional(),
  });

/** A contact in a list, with its visits if these are filtered. */
export const contactRowShape = () =>
  recordShape('contact', {
    ...contactShape().shape,
    last_visit: z.string().optional().describe('Local start of the last appointment'),
    next_appointment: z.string().optional().describe('Local start'),
  });

/** Fields that identify a contact in a list. */
export const BRIEF_CONTACT = ['id', 'name', 'phone', 'email', 'last_visit', 'next_appointment'] as const;

export const presentContact = (read: Read<typeof Contact>) => omitNullish({ ...read.fields });
