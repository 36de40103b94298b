import type { Call } from '../../contract/index.ts';
import type { ToolContext } from '../core/context.ts';
import { contactById } from './contact-by-id.ts';
import { createActivityFilters, createPersonMatcher, detailParameters } from './people.ts';
import type { ValueFilter } from './value-filter.ts';

/**
 * Matches the calls of a contact: by their contact id, those without one by the contact's telephone number, as far as the
 * caller may read contacts.
 * @throws ToolError if there is no such contact.
 */
export async function callerFilter(id: string, context: ToolContext): Promise<Omit<ValueFilter<typeof Call>, 'check'>> {
  const { person, refusal } = await contactById(id, context);
  if (refusal) throw refusal;
  const matches = createActivityFilters(person, await createPersonMatcher(context)).call;
  return {
    verdict: ({ fields }) => matches(fields),
    params: { contact_id: id, ...(await detailParameters({ phone: person.phone }, context)) },
  };
}
