import { Field } from './form.tsx';

const MIN_PASSWORD = 12;

/** A new password, typed twice. */
export function NewPassword() {
  return (
    <>
      <Field
        label="New password"
        name="replacement"
        type="password"
        autocomplete="new-password"
        hint={`At least ${MIN_PASSWORD} characters.`}
        isRequired
      />
      <Field label="New password again" name="repeated" type="password" autocomplete="new-password" isRequired />
    </>
  );
}

/** The password of a form with these fields. @throws if the two differ */
export function newPasswordOf({ replacement = '', repeated = '' }: Record<string, string>): string {
  if (replacement === repeated) return replacement;
  throw new Error('The two new passwords differ. Nothing was changed.');
}
