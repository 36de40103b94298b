import { isInternationalNumber } from '../lib/phone/international-number.ts';

/** The names of further fields with another number or address of a contact: `other_phone`, `other_phone_2`, `other_email`. */
const OTHER_DETAIL = /^other_(phone|email)(?:_\d+)?$/;
/** What people write between the digits of a number. */
const GAPS = /[\s()./-]/g;
const ADDRESS = /^\S{1,200}@\S{1,200}$/;

export const isOtherDetail = (field: string): boolean => OTHER_DETAIL.test(field);

/** Numbers and addresses that a contact has besides its own. */
export interface OtherDetails {
  /** International format. */
  phones: string[];
  /** Lower case. */
  emails: string[];
}

/** The other numbers and addresses among the further fields of a contact. A number without its calling code identifies no contact. */
export function otherDetails(fields: Readonly<Record<string, unknown>>): OtherDetails {
  const details: OtherDetails = { phones: [], emails: [] };
  for (const [field, value] of Object.entries(fields)) {
    const [, kind] = OTHER_DETAIL.exec(field) ?? [];
    if (!kind || typeof value !== 'string') continue;
    const [phone, email] = [value.replace(GAPS, ''), value.trim().toLowerCase()];
    if (kind === 'phone' && isInternationalNumber(phone)) details.phones.push(phone);
    if (kind === 'email' && ADDRESS.test(email)) details.emails.push(email);
  }
  return details;
}
