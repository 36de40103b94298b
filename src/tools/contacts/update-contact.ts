import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { type Contact, type ContactBody, label, type Read } from '../../contract/index.ts';
import { say, trusted } from '../../lib/text/sentence.ts';
import { defineTool } from '../core/define.ts';
import { ToolError } from '../core/errors.ts';
import * as field from '../core/fields.ts';
import { omitNullish } from '../presenters/record.ts';

import { bodyOf, contactAnswer, contactOutput, details } from './contact-fields.ts';

/** Null means that an argument is not given: hosts fill each optional one with it. So what is removed has an argument of its own. */
const REMOVABLE = ['email', 'phone'] as const;

/** Adds the known fields of a contact to a change of it. Additional ones are left out, as the platform may refuse them. */
function withKnownFields({ fields }: Read<typeof Contact>, change: ContactBody): ContactBody {
  const { name, email, phone } = omitNullish({ ...fields });
  return { ...(name ? { name } : {}), ...(email ? { email } : {}), ...(phone ? { phone } : {}), ...change };
}

export const updateContact = defineTool({
  name: 'update_contact',
  title: 'Change a contact',
  description: 'Change a customer profile; omitted fields stay unchanged.',
  toolset: 'contacts',
  effect: 'update',
  scope: 'write:contacts',
  input: () =>
    z.strictObject({
      contact_id: field.contactId(),
      name: field.personName().optional(),
      ...details(),
      remove: z
        .array(z.enum(REMOVABLE))
        .min(1)
        .max(REMOVABLE.length)
        .optional()
        .describe('Details to remove (null does not); past bookings keep theirs'),
      if_unchanged_since: field.unchangedSince(),
    }),
  output: () =>
    contactOutput().extend({
      changed: z.literal(false).optional().describe('It had these values before'),
      lost_fields: z
        .array(label())
        .optional()
        .describe('Undocumented fields the platform dropped when it replaced the record'),
    }),
  summary: ({ changed }) =>
    changed === false ? 'Nothing was changed: the contact had these values before.' : 'The contact was changed.',
  async run({ contact_id: id, if_unchanged_since, remove = [], ...change }, context) {
    const { api, signal } = context;
    const both = remove.find((detail) => change[detail]);
    if (both) throw new ToolError(say`${trusted(both)}: either give a new one, or remove it.`);
    const removed = Object.fromEntries(remove.map((detail) => [detail, null]));
    const changed: ContactBody = { ...(await bodyOf(change, context)), ...removed };
    if (Object.keys(changed).length === 0)
      throw new ToolError('Give at least one field to change, or name what to remove in remove.');
    const { updateConcurrently } = await import('../idempotency/concurrent-update.ts');
    const { updateContactAndVerify } = await import('../idempotency/contacts.ts');
    const {
      before,
      result: after,
      note,
    } = await updateConcurrently(
      {
        key: ['contact', id],
        change: changed,
        since: if_unchanged_since,
        read: () => api.getContact({ id, signal }),
        write: (write) => updateContactAndVerify(id, write, context),
        merge: withKnownFields,
      },
      context,
    );
    const lost = Object.keys(before?.other ?? {}).filter(
      (key) => before?.other[key] !== null && !Object.hasOwn(after.other, key),
    );
    const { notesOnChange } = await import('./notes-on-change.ts');
    const notes = [...(note ? [note] : []), ...(await notesOnChange(before, after, Object.keys(changed), context))];
    const { joinNotes, phoneNote } = await import('../core/phone-note.ts');
    const completed = await phoneNote('phone', change.phone, context);
    const answer = contactAnswer({ result: after, ...joinNotes(...notes, completed) });
    const isSame = before !== undefined && isDeepStrictEqual(before.fields, after.fields);
    return {
      ...answer,
      ...(isSame ? { changed: false as const } : {}),
      ...(lost.length > 0 ? { lost_fields: lost } : {}),
    };
  },
});
