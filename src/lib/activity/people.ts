import type { JsonObject } from '../json.ts';

type Text = string | null | undefined;

/** Returns the fields that show the customer of a booking. */
export function customerFields({
  contact_id,
  name,
  phone,
  email,
}: {
  contact_id: Text;
  name: Text;
  phone: Text;
  email: Text;
}): JsonObject {
  // What identifies a customer without a name, who otherwise needs fewer tokens.
  return stated({ customer: name, contact_id, ...(name ? {} : { phone, email }) });
}

/** Returns the fields that show the caller of a call. */
export const callerFields = ({ name, phone, contact_id }: { name: Text; phone: Text; contact_id: Text }): JsonObject =>
  stated({ caller: name, phone, contact_id });

/** Returns the fields that have a value. */
export const stated = (fields: Record<string, Text>): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
