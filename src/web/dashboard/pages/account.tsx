import { placeOf } from '../../lib/moments.ts';
import { useDesk } from '../parts/context.ts';
import { Field, Form } from '../parts/form.tsx';
import { NewPassword, newPasswordOf } from '../parts/new-password.tsx';
import { Page } from '../parts/page.tsx';
import { Moment, useZone } from '../parts/time.tsx';
import { useAction } from '../parts/use-action.ts';
import { changePassword, signOutEverywhere } from '../requests/session.ts';

/** The user's own account: password and sessions. */
export function AccountPage() {
  const { session, team, ask, announce, onSessionChange, onSignOut } = useDesk();
  const zone = useZone();
  const { isBusy, act } = useAction();
  const endAll = () =>
    act(async () => {
      if (await ask('Sign out here and on every other device?', 'Yes, sign out everywhere')) {
        await signOutEverywhere();
        onSignOut();
      }
      return undefined;
    });
  return (
    <Page title="Account" about={`${session.user.name || session.user.email}, ${team.role} of ${team.name}`}>
      <section>
        <h2>Password</h2>
        <Form
          key={session.expires_at}
          submit="Change the password"
          names={{ current_password: 'current', new_password: 'replacement' }}
          onSubmit={async ({ current = '', ...values }) => {
            await changePassword(current, newPasswordOf(values));
            announce('The password was changed. Other devices were signed out.');
            await onSessionChange();
          }}
        >
          <Field label="Current password" name="current" type="password" autocomplete="current-password" isRequired />
          <NewPassword />
        </Form>
      </section>
      <section>
        <h2>Sessions</h2>
        <p>
          This session ends on <Moment at={session.expires_at} /> ({placeOf(zone)} time).
        </p>
        <button type="button" class="danger" aria-disabled={isBusy} onClick={() => void endAll()}>
          Sign out everywhere
        </button>
      </section>
    </Page>
  );
}
