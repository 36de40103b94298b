import * as z from 'zod';
import type { Contact, ContactBody, Read } from '../../contract/index.ts';
import type { JsonObject } from '../../lib/json.ts';
import { listed, type Sentence, say } from '../../lib/text/sentence.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';
import * as field from '../core/fields.ts';
import { sentence } from '../output/sentence.ts';
import { contactShape, presentContact } from '../presenters/contact.ts';
import { provenance, provenanceOf } from '../presenters/record.ts';

export const contactOutput = () => z.object({ contact: contactShape(), note: sentence().optional(), ...provenance() });

export const contactAnswer = ({
  result,
  note,
}: {
  result: Read<typeof Contact>;
  note?: string | Sentence | undefined;
}) => ({
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

export async function bodyOf(
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

export const details = () => ({
  email: field.emailAddress().optional(),
  phone: field.phoneNumber().optional(),
  additional_fields: field.additionalFields().optional(),
});
