import * as z from 'zod';
import { Contact, contactBodySchema } from '../../contract/index.ts';
import { memoize } from '../../lib/concurrency/lazy.ts';
import { emailField, nameField, phoneField } from './fields.ts';

const MAX_ADDITIONAL_FIELDS = 20;
const MAX_VALUE_LENGTH = 1000;
const FIELD_NAME = /^[a-z][a-z0-9_]{0,39}$/;

/** Custom fields of a contact, in addition to those of the contract. */
export type AdditionalFields = Record<string, string | number | boolean | null>;

// Made with their first use: most processes that start only read.

/** Fields of a contact that only the platform sets. */
const readOnly = memoize(() =>
  ['id', ...Object.keys(Contact.chosen)].filter((name) => !Object.hasOwn(contactBodySchema().shape, name)),
);

/** `ContactBody` with this platform's validation of its fields. Null means that a detail is absent. */
export const contactFieldsSchema = memoize(() =>
  contactBodySchema().extend({
    name: nameField().optional(),
    email: emailField().nullish(),
    phone: phoneField().nullish(),
  }),
);

/** The body of contact creation: only the name is required. */
export const newContactSchema = memoize(() =>
  contactFieldsSchema().required({ name: true }).transform(splitAdditional(readOnly())),
);

/** The body of contact update: absent fields stay unchanged; fields that only the platform sets are ignored. */
export const changedContactSchema = memoize(() =>
  z
    .looseObject({})
    .transform((body) => Object.fromEntries(Object.entries(body).filter(([name]) => !readOnly().includes(name))))
    .pipe(contactFieldsSchema().transform(splitAdditional([]))),
);

/** Separates the custom fields from those of the contract and validates them. */
function splitAdditional(refused: readonly string[]) {
  return <T extends z.infer<ReturnType<typeof contactFieldsSchema>>>(
    { name, email, phone, ...rest }: T,
    context: z.core.$RefinementCtx,
  ) => {
    for (const [field, value] of Object.entries(rest)) {
      const problem = refused.includes(field) ? 'is set by the platform' : additionalProblem(field, value);
      if (problem) context.issues.push({ code: 'custom', input: value, path: [field], message: problem });
    }
    return { name: name as T['name'], email, phone, additional: rest as AdditionalFields };
  };
}

/** The problem with an additional field of a contact; undefined if there is none. */
export function additionalProblem(field: string, value: unknown): string | undefined {
  if (!FIELD_NAME.test(field)) return 'a field’s name must be 1 to 40 of a-z, 0-9 and _, beginning with a letter';
  if (typeof value === 'string' && value.length > MAX_VALUE_LENGTH)
    return `must have at most ${MAX_VALUE_LENGTH} characters`;
  // Parsed from a larger one; JSON would store it as null.
  if (typeof value === 'number' && !Number.isFinite(value)) return 'must be a number up to 1.8e308';
  if (typeof value === 'object' && value !== null) return 'must be a text, a number, true, false or null';
  return undefined;
}

/** The problem with the number of additional fields of a contact; undefined if there is none. */
export function additionalCountProblem(additional: AdditionalFields): string | undefined {
  const count = Object.keys(additional).length;
  return count > MAX_ADDITIONAL_FIELDS
    ? `a contact can have ${MAX_ADDITIONAL_FIELDS} additional fields, not ${count}`
    : undefined;
}
