import { useState } from 'preact/hooks';
import { isLoopbackHost } from '../../../lib/loopback.ts';
import { Said } from '../../components/said.tsx';
import { useDesk } from '../parts/context.ts';
import { Field, Form, Select } from '../parts/form.tsx';
import { inQuotes } from '../parts/in-quotes.ts';
import { messageOf, Shown, useLoaded } from '../parts/load.tsx';
import { NewButton } from '../parts/new-button.tsx';
import { Page } from '../parts/page.tsx';
import { type Columns, RecordTable } from '../parts/record-table.tsx';
import { Secret, useSecrets } from '../parts/secret.tsx';
import { Moment, ZoneNote } from '../parts/time.tsx';
import { useAction } from '../parts/use-action.ts';
import type { Role } from '../requests/session.ts';
import {
  addUser,
  createPasswordLink,
  endUserSessions,
  listUsers,
  passwordLink,
  removeUser,
  type User,
} from '../requests/users.ts';

const ROLES: readonly { value: Role; label: string }[] = [
  { value: 'member', label: 'member: agenda, calls and contacts' },
  { value: 'admin', label: 'admin: also the business, keys and imports' },
  { value: 'owner', label: 'owner: also the users' },
];

const COLUMNS: Columns<User> = [
  {
    heading: 'User',
    cell: ({ name, email }) => (
      <>
        <Said text={name} />
        {/* Of a user of whom only an address was given, it is the name, too. */}
        {name !== email && (
          <div class="quiet">
            <Said text={email} />
          </div>
        )}
      </>
    ),
  },
  { heading: 'Role', cell: ({ role }) => role },
  { heading: 'Sign-in', cell: (user) => <SignInState of={user} /> },
];

/** Who may sign in: added, given a link to set a password, signed out, removed. */
export function UsersPage() {
  const { team, session, ask, announce } = useDesk();
  const [users, reload] = useLoaded(team.id, () => listUsers(team.id));
  const [isAdding, setAdding] = useState(false);
  const [changing, setChanging] = useState<string>();
  const { secrets, show, drop } = useSecrets();
  const { isBusy, act } = useAction(reload);
  const makeLink = async ({ id, email }: Pick<User, 'id' | 'email'>) => {
    const { token, expires_at: until } = await createPasswordLink(team.id, id);
    show({ id, of: email, value: passwordLink(token), until });
  };
  const link = (user: User) =>
    act(async () => {
      const question = `Make a link by which ${user.email} sets a new password? The one that is set works until then.`;
      if (user.has_password && !(await ask(question, 'Yes, make a link'))) return undefined;
      await makeLink(user);
      return `The link for ${user.email} was made.`;
    });
  const signOut = ({ id, email }: User) =>
    act(async () => {
      if (!(await ask(`Sign ${email} out on every device?`, 'Yes, sign out'))) return undefined;
      await endUserSessions(team.id, id);
      return `${email} was signed out everywhere.`;
    });
  const remove = ({ id, email }: User) =>
    act(async () => {
      const question = `Remove ${email}? The user can no longer sign in, and API keys of the user are refused at once.`;
      if (!(await ask(question, 'Yes, remove the user'))) return undefined;
      await removeUser(team.id, id);
      drop(id);
      return `${email} was removed.`;
    });
  const button = (user: User, text: string, run: () => void, isDanger = true) => (
    <button
      type="button"
      class={isDanger ? 'danger' : undefined}
      aria-label={`${text}: ${user.email}`}
      aria-disabled={isBusy}
      onClick={run}
    >
      {text}
    </button>
  );
  return (
    <Page
      title="Users"
      about="Who may sign in here. Each of them has a password of their own."
      actions={<NewButton label="New user" isOpen={isAdding} onOpen={() => setAdding(true)} />}
    >
      {secrets.map(({ id, until, ...secret }) => (
        <Secret key={secret.value} name="link" {...secret} onDone={() => drop(id)}>
          <p>
            Send it yourself: it is not sent by e-mail. With it, {secret.of} sets a password and signs in. It works
            once, until <Moment at={until} />.
            {isLoopbackHost(location.hostname) &&
              ' It opens on this computer alone: for other devices, open the dashboard by its public address first.'}
          </p>
        </Secret>
      ))}
      {isAdding && (
        <section class="card">
          <h2>New user</h2>
          <Form
            submit="Add the user"
            onCancel={() => setAdding(false)}
            onSubmit={async ({ email: address = '', name = '', role = 'member' }) => {
              const user = await addUser(team.id, { email: address, name, role });
              setAdding(false);
              announce(addedText(user));
              try {
                if (!user.has_password) await makeLink(user);
              } catch (error) {
                announce(`${addedText(user)} There is no link yet: ${messageOf(error)}`, 'bad');
              }
              await reload();
            }}
          >
            <Field label="E-mail address" name="email" type="email" isRequired />
            <Field label="Name" name="name" maxLength={200} isRequired />
            <Select label="Role" name="role" value="member" options={ROLES} />
          </Form>
        </section>
      )}
      <Shown of={users}>
        {(list) => (
          <>
            <ZoneNote />
            <RecordTable
              caption="Users"
              isCaptionShown={false}
              columns={COLUMNS}
              records={list}
              keyOf={({ id }) => id}
              actions={
                session.read_only
                  ? undefined
                  : (user) =>
                      user.id === session.user.id ? (
                        <span class="quiet">you: see “Account”</span>
                      ) : (
                        <div class="row">
                          {button(user, 'Role…', () => setChanging(user.id), false)}
                          {button(user, 'Password link', () => void link(user), false)}
                          {user.open_sessions > 0 && button(user, 'Sign out', () => void signOut(user))}
                          {button(user, 'Remove', () => void remove(user))}
                        </div>
                      )
              }
              below={(user) =>
                user.id === changing && (
                  <Form
                    submit="Change the role"
                    onCancel={() => setChanging(undefined)}
                    onSubmit={async ({ role = user.role }) => {
                      await addUser(team.id, { email: user.email, role });
                      setChanging(undefined);
                      announce(`${user.email} is ${role} now.`);
                      await reload();
                    }}
                  >
                    <Select label={`Role of ${inQuotes(user.name)}`} name="role" value={user.role} options={ROLES} />
                  </Form>
                )
              }
            />
          </>
        )}
      </Shown>
    </Page>
  );
}

/** What became of a user who was to be added, and can be one already. */
function addedText({ email, role, outcome }: Awaited<ReturnType<typeof addUser>>): string {
  if (outcome === 'added') return `${email} was added as ${role}.`;
  return outcome === 'changed' ? `${email} was a user already, and is ${role} now.` : `${email} is ${role} already.`;
}

function SignInState({ of: { has_password: hasPassword, link_expires_at: linkEnd, signed_in_at: at } }: { of: User }) {
  return (
    <>
      {at ? (
        <>
          signed in since <Moment at={at} />
        </>
      ) : hasPassword ? (
        'not signed in'
      ) : (
        'no password yet'
      )}
      {linkEnd && (
        <>
          ; link until <Moment at={linkEnd} />
        </>
      )}
    </>
  );
}
