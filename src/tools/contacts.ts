import * as z from 'zod';
import { type Contact, type ContactBody, label, type Read } from '../contract/index.ts';
import type { JsonObject } from '../lib/json.ts';
import { listed, say } from '../lib/sentence.ts';
import { normalizeText } from '../lib/text-search.ts';
import type { ToolContext } from './core/context.ts';
import { defineTool } from './core/define.ts';
import { ToolError } from './core/errors.ts';
import * as field from './core/fields.ts';
import { updateConcurrently } from './idempotency/concurrent-update.ts';
import { createContactIdempotently, updateContactAndVerify } from './idempotency/contacts.ts';
import { lookupCaller } from './lookup-caller.ts';
import { BRIEF_CONTACT, contactShape, presentContact } from './presenters/contact.ts';
import { omitNullish, provenance, provenanceOf } from './presenters/record.ts';
import { allOf, matchesQuery } from './search/filters.ts';
import { list, listOutput, listSummary } from './search/list-tool.ts';

const contactOutput = () => z.object({ contact: contactShape(), note: z.string().optional(), ...provenance() });

const contactAnswer = ({ result, note }: { result: Read<typeof Contact>; note?: string | undefined }) => ({
  contact: presentContact(result),
  ...(note ? { note } : {}),
  ...provenanceOf(result),
});

/** Fields with an argument of their own, which `additional_fields` must not set again. */
const OWN_FIELDS = ['id', 'name', 'email', 'phone'];

function additionalFields(fields: JsonObject | undefined): JsonObject {
  const duplicates = OWN_FIELDS.filter((name) => fields && Object.hasOwn(fields, name));
  if (duplicates.length > 0)
    throw new ToolError(say`additional_fields must not contain ${listed(duplicates)}: use the argument of its own.`);
  return fields ?? {};
}

async function bodyOf(
  input: {
    name?: string | undefined;
    email?: string | undefined;
    phone?: string | undefined;
    additional_fields?: JsonObject | undefined;
  },
  context: ToolContext,
): Promise<ContactBody> {
  return {
    ...additionalFields(input.additional_fields),
    ...(input.name ? { name: input.name } : {}),
    ...(input.email ? { email: input.email } : {}),
    ...(input.phone ? { phone: await context.phone(input.phone) } : {}),
  };
}

/** Adds the known fields of a contact to a change of it. Additional ones are left out, as the platform may refuse them. */
function withKnownFields({ fields }: Read<typeof Contact>, change: ContactBody): ContactBody {
  const { name, email, phone } = omitNullish({ ...fields });
  return { ...(name ? { name } : {}), ...(email ? { email } : {}), ...(phone ? { phone } : {}), ...change };
}

const details = () => ({
  email: field.emailAddress().optional(),
  phone: field.phoneNumber().optional(),
  additional_fields: field.additionalFields().optional(),
});

export const contactTools = [
  defineTool({
    name: 'list_contacts',
    title: 'List contacts',
    description:
      'List or search customer profiles by words in any field. Without filters: one page as the platform orders it.',
    toolset: 'contacts',
    effect: 'read',
    scope: 'read:contacts',
    input: () => z.strictObject({ ...field.searching(), ...field.paging(), detail: field.detail() }),
    output: () => z.object({ items: z.array(contactShape()), ...listOutput() }),
    summary: (output) => listSummary(output, 'contacts'),
    run(input, context) {
      const { api, signal } = context;
      return list(
        {
          tool: 'list_contacts',
          fetch: (query) => api.listContacts({ query, signal }),
          shape: presentContact,
          brief: BRIEF_CONTACT,
          sortKey: ({ fields }) => fields.name && normalizeText(fields.name),
          order: 'asc',
          verdict: allOf<typeof Contact>([input.query && matchesQuery(input.query, context)]),
        },
        input,
        context,
      );
    },
  }),
  defineTool({
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
  }),
  lookupCaller,
  defineTool({
    name: 'create_contact',
    title: 'Add a contact',
    description: 'Add a customer profile, unless one with the same e-mail or phone exists: then that one is returned.',
    toolset: 'contacts',
    effect: 'create',
    scope: 'write:contacts',
    input: () =>
      z.strictObject({
        name: field.personName(),
        ...details(),
        allow_duplicate: z.boolean().optional().describe('Add it even so'),
      }),
    output: () =>
      contactOutput().extend({
        created: z.boolean().describe('False: the contact existed, nothing was added'),
        unread: z.array(z.string()).optional().describe('Why another such contact may exist'),
      }),
    summary: ({ created }) => (created ? 'The contact was added.' : 'Nothing was added: this contact exists already.'),
    async run({ allow_duplicate: allowDuplicate, ...input }, context) {
      const body = await bodyOf(input, context);
      const { created, notCompared, ...outcome } = await createContactIdempotently(body, allowDuplicate, context);
      return { ...contactAnswer(outcome), created, ...(notCompared ? { unread: [notCompared] } : {}) };
    },
  }),
  defineTool({
    name: 'update_contact',
    title: 'Change a contact',
    description: 'Change a customer profile; fields not given stay as they are.',
    toolset: 'contacts',
    effect: 'update',
    scope: 'write:contacts',
    input: () =>
      z.strictObject({
        contact_id: field.contactId(),
        name: field.personName().optional(),
        ...details(),
        if_unchanged_since: field.unchangedSince(),
      }),
    output: () =>
      contactOutput().extend({
        lost_fields: z
          .array(label())
          .optional()
          .describe('Undocumented fields the platform dropped when it replaced the record'),
      }),
    summary: () => 'The contact was changed.',
    async run({ contact_id: id, if_unchanged_since, ...change }, context) {
      const { api, signal } = context;
      const changed = await bodyOf(change, context);
      if (Object.keys(changed).length === 0) throw new ToolError('Give at least one field to change.');
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
      return { ...contactAnswer({ result: after, note }), ...(lost.length > 0 ? { lost_fields: lost } : {}) };
    },
  }),
];
