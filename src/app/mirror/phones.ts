import { normalizePhone } from '../../lib/phone/phone.ts';

/** Parameters with a telephone number, which may be as a record of the platform has it. */
const PHONES = ['phone', 'contact_phone'] as const;

/** Of a search. */
type Arguments = { query?: Readonly<Record<string, unknown>> };

/** Returns the arguments of a search with telephone numbers as the mirror compares them. */
export function withCountry<A extends Arguments>(args: A, country: string | undefined): A {
  const query: Record<string, unknown> = { ...args.query };
  for (const name of PHONES) {
    const phone = query[name];
    if (typeof phone === 'string') query[name] = normalizePhone(phone, country) ?? phone;
  }
  return { ...args, query };
}
