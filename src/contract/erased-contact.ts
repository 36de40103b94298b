/** The name of a customer whose personal data were erased. */
export const ERASED_NAME = 'Erased customer';

/** True for the contact of such a customer: it stays for the counts, and has no data by which the customer can be reached. */
export const isErasedContact = (contact: {
  name?: string | null | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
}): boolean => contact.name === ERASED_NAME && !contact.email && !contact.phone;
