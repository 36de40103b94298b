import * as z from 'zod';
import { defineTool } from '../core/define.ts';
import * as field from '../core/fields.ts';

import { contactAnswer, contactOutput } from './contact-fields.ts';
export const getContact = defineTool({
  name: 'get_contact',
  title: 'Get a contact',
  description: 'Read one customer profile by its id.',
  toolset: 'contacts',
  effect: 'read',
  scope: 'read:contacts',
  input: () => z.strictObject({ contact_id: field.contactId() }),
  output: () => contactOutput(),
  async run({ contact_id: id }, { api, signal }) {
    return contactAnswer({ result: await api.getContact({ id, signal }) });
  },
});
