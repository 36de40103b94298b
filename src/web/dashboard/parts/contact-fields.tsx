import { Field } from './form.tsx';
import type { ContactItem } from './records.ts';

/** The fields of a form about a contact. */
export function ContactFields({ contact }: { contact?: Partial<ContactItem> }) {
  return (
    <>
      <Field label="Name" name="name" value={contact?.name} maxLength={200} isRequired />
      <Field label="Telephone" name="phone" type="tel" value={contact?.phone} />
      <Field label="E-mail address" name="email" type="email" value={contact?.email} />
    </>
  );
}
