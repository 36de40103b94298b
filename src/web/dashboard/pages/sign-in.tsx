import { useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog.tsx';
import { Field, Form } from '../parts/form.tsx';
import { Page } from '../parts/page.tsx';
import { type Session, signIn } from '../requests/session.ts';

interface SignInProps {
  /** Called after the server has accepted the password. Its error is shown in the form. */
  onSignedIn(): Promise<void>;
  /** The address to sign in with, if it is known. */
  email?: string | undefined;
}

/** Signing in with e-mail address and password. */
export function SignInPage({ onSignedIn, email }: SignInProps) {
  return (
    <main class="centred sign-in">
      <Page title="Sign in" about="The desk of your receptionist: appointments, calls and contacts.">
        {!isSecureContext && (
          <p class="notice warn">
            This page came over plain HTTP: others on the network can read the password, and the browser does not keep
            the sign-in. Open the page over HTTPS.
          </p>
        )}
        {email && (
          <p class="notice good" role="status">
            The password is set. Sign in with it.
          </p>
        )}
        <SignInForm email={email} onSignedIn={onSignedIn} />
        <details>
          <summary>No password yet, or forgotten?</summary>
          <p>
            An owner of the business makes a link for you, on the page “Users”. For an owner, the person who runs this
            server sets one in a terminal: <code>rcpt-mcp users set-password EMAIL</code>. The users are listed by{' '}
            <code>rcpt-mcp users list</code>.
          </p>
        </details>
      </Page>
    </main>
  );
}

interface SignInAgainProps extends Omit<SignInProps, 'email'> {
  /** The session that has ended. */
  session: Session;
  onLeave(): void;
}

/** Signing in after the session has ended, above the page, which keeps what was typed but cannot be read meanwhile. */
export function SignInAgain({ session, onSignedIn, onLeave }: SignInAgainProps) {
  const [attempt, setAttempt] = useState(0);
  return (
    // Escape opens it again: without a session there is nothing to go back to.
    <Dialog key={attempt} title="Sign in again" isCovering onClose={() => setAttempt(attempt + 1)}>
      <p>Your session has ended. Nothing was changed since then, and what you typed is kept on the page.</p>
      <SignInForm email={session.user.email} onSignedIn={onSignedIn} onLeave={onLeave} />
    </Dialog>
  );
}

interface SignInFormProps extends SignInProps {
  onLeave?: () => void;
}

function SignInForm({ email, onSignedIn, onLeave }: SignInFormProps) {
  return (
    <Form
      submit="Sign in"
      {...(onLeave && { cancel: 'Leave the page', onCancel: onLeave })}
      onSubmit={async ({ email: address = '', password = '' }) => {
        await signIn(address, password);
        await onSignedIn();
      }}
    >
      <Field label="E-mail address" name="email" type="email" value={email} autocomplete="username" isRequired />
      <Field label="Password" name="password" type="password" autocomplete="current-password" isRequired />
    </Form>
  );
}
