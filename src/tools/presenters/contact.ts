import * as z from 'zod';
import { type Contact, email, personName, phone, type Read } from '../../contract/index.ts';
import { present } from './record.ts';

/** A contact as tools answer it. */
export const contactShape = () =>
  z.object({
    id: z.string().optional(),
    name: personName().optional(),
    email: email().optional(),
    phone: phone().optional(),
    created_at: z.string().optional(),
    updated_at: z.string().optional(),
  });

/** What identifies a contact in a list. */
export const BRIEF_CONTACT = ['id', 'name', 'email', 'phone'] as const;

export const presentContact = (read: Read<typeof Contact>) => present({ ...read.fields });
