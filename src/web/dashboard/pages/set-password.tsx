import { Field, Form } from '../parts/form.tsx';
import { Shown, useLoaded } from '../parts/load.tsx';
import { NewPassword, newPasswordOf } from '../parts/new-password.tsx';
import { Page } from '../parts/page.tsx';
import { readPasswordLink, usePasswordLink } from '../requests/users.ts';

interface SetPasswordProps {
  token: string;
  /** Called with the address of the user whose password is set. */
  onSet(email: string): void;
  onLeave(): void;
}

/** Setting a password by the link of an owner. */
export function SetPasswordPage({ token, onSet, onLeave }: SetPasswordProps) {
  const [link] = useLoaded(token, () => readPasswordLink(token));
  return (
    <main class="centred sign-in">
      <Page title="Set your password">
        <Shown of={link}>
          {({ email }) => (
            <Form
              submit="Set the password"
              names={{ new_password: 'replacement' }}
              onSubmit={async (values) => {
                await usePasswordLink(token, newPasswordOf(values));
                onSet(email);
              }}
            >
              <Field
                label="E-mail address"
                name="email"
                type="email"
                value={email}
                autocomplete="username"
                isReadOnly
              />
              <NewPassword />
            </Form>
          )}
        </Shown>
        {link.state === 'failed' && (
          <button type="button" onClick={onLeave}>
            To the sign-in
          </button>
        )}
      </Page>
    </main>
  );
}
