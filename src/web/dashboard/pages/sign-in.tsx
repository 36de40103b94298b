import { Field, Form } from '../parts/form.tsx';
import { Page } from '../parts/page.tsx';
import { signIn } from '../requests/session.ts';

/** Signing in with e-mail address and password. */
export function SignInPage({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  return (
    <main class="centred sign-in">
      <Page title="Sign in" about="The desk of your receptionist: appointments, calls and contacts.">
        <Form
          submit="Sign in"
          onSubmit={async ({ email = '', password = '' }) => {
            await signIn(email, password);
            await onSignedIn();
          }}
        >
          <Field label="E-mail address" name="email" type="email" autocomplete="username" isRequired />
          <Field label="Password" name="password" type="password" autocomplete="current-password" isRequired />
        </Form>
        <details>
          <summary>No password yet, or forgotten?</summary>
          <p>
            The person who runs this server sets one in a terminal: <code>rcpt-mcp users set-password EMAIL</code>. The
            users are listed by <code>rcpt-mcp users list</code>.
          </p>
        </details>
      </Page>
    </main>
  );
}
