import * as z from 'zod';
import { say, trusted } from '../../lib/text/sentence.ts';
import { defineTool } from '../core/define.ts';
import * as field from '../core/fields.ts';

import { bodyOf, contactAnswer, contactOutput, details } from './contact-fields.ts';
export const createContact = defineTool({
  name: 'create_contact',
  title: 'Add a contact',
  description: 'Add a customer profile. If one with the same e-mail or phone exists, that one is returned.',
  toolset: 'contacts',
  effect: 'create',
  scope: 'write:contacts',
  input: () =>
    z.strictObject({
      name: field.personName(),
      ...details(),
      allow_duplicate: z.boolean().optional().describe('Add it even if one exists'),
    }),
  output: () =>
    contactOutput().extend({
      created: z.boolean().describe('False: the contact existed, nothing was added'),
      unread: z.array(z.string()).optional().describe('Records that were not read; such a contact may exist there'),
    }),
  summary: ({ created }) =>
    created
      ? 'The contact was added.'
      : 'Nothing was added: this contact, or one with the same telephone number or e-mail address, exists already.',
  async run({ allow_duplicate: allowDuplicate, ...input }, context) {
    const body = await bodyOf(input, context);
    const { createContactIdempotently } = await import('../idempotency/contacts.ts');
    const { created, notCompared, ...outcome } = await createContactIdempotently(body, allowDuplicate, context);
    const { joinNotes, phoneNote } = await import('../core/phone-note.ts');
    const { note } = joinNotes(outcome.note, await phoneNote('phone', input.phone, context));
    const isAlone = created && !allowDuplicate && !outcome.note && !notCompared;
    const similar = isAlone && (await (await import('./namesakes.ts')).similarTo(outcome.result.fields, context));
    return {
      ...contactAnswer({ ...outcome, note: similar ? say`${trusted(note ? `${note} ` : '')}${similar}` : note }),
      created,
      ...(notCompared ? { unread: [notCompared] } : {}),
    };
  },
});
