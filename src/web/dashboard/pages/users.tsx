import { useState } from 'preact/hooks';
import { isLoopbackHost } from '../../../lib/http/loopback.ts';
import { Said } from '../../components/said.tsx';
import { Address } from '../parts/address.tsx';
import { useDesk } from '../parts/context.ts';
import { Field, Form, optionsOf, Select } from '../parts/form.tsx';
import { inQuotes } from '../parts/in-quotes.ts';
import { messageOf, Shown, useLoaded } from '../parts/load.tsx';
import { NewButton } from '../parts/new-button.tsx';
import { Page } from '../parts/page.tsx';
import { type Columns, RecordTable } from '../parts/record-table.tsx';
import { readStaff, type StaffItem } from '../parts/records.ts';
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
      <div class="user">
        <Said text={name} />
        {/* Of a user of whom only an address was given, it is the name, too. */}
        {name !== email && (
          <div class="quiet">
            <Address of={email} />
          </div>
        )}
      </div>
    ),
  },
  { heading: 'Role', cell: ({ role }) => role },
  { heading: 'Person', cell: ({ staff_name: name }) => (name === null ? 'none' : <Said text={name} />) },
  { heading: 'Sign-in', cell: (user) => <SignInState of={user} /> },
];

/** Who may sign in: added, given a link to set a password, signed out, removed. */
export function UsersPage() {
  const { team, session, readTool, ask, announce, onSessionChange } = useDesk();
  const [users, reload] = useLoaded(team.id, () => listUsers(team.id));
  const [staff] = useLoaded(team.id, () => readStaff({ readTool }));
  const people = staff.value ?? [];
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
            onSubmit={async ({ email: address = '', name = '', role = 'member', staff_id: person }) => {
              const user = await addUser(team.id, { email: address, name, role, ...personField(person) });
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
            <PersonSelect label="Person" people={people} />
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
                        <div class="row">
                          <span class="quiet">you: see “Account”</span>
                          {people.length > 0 && button(user, 'Person…', () => setChanging(user.id), false)}
                        </div>
                      ) : (
                        <div class="row">
                          {button(user, 'Change…', () => setChanging(user.id), false)}
                          {button(user, 'Password link', () => void link(user), false)}
                          {user.open_sessions > 0 && button(user, 'Sign out', () => void signOut(user))}
                          {button(user, 'Remove', () => void remove(user))}
                        </div>
                      )
              }
              below={(user) =>
                user.id === changing && (
                  <Form
                    submit="Save"
                    onCancel={() => setChanging(undefined)}
                    onSubmit={async ({ role, staff_id: person }) => {
                      const { email } = user;
                      const changed = await addUser(team.id, { email, ...(role && { role }), ...personField(person) });
                      setChanging(undefined);
                      const whose = changed.staff_name === null ? 'everyone' : inQuotes(changed.staff_name);
                      announce(`${role ? `${email} is ${role} now, and the` : 'Your'} agenda opens with ${whose}.`);
                      await Promise.all([reload(), user.id === session.user.id && onSessionChange()]);
                    }}
                  >
                    {user.id !== session.user.id && (
                      <Select label={`Role of ${inQuotes(user.name)}`} name="role" value={user.role} options={ROLES} />
                    )}
                    <PersonSelect label={`Person of ${inQuotes(user.name)}`} people={people} value={user.staff_id} />
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

interface PersonSelectProps {
  label: string;
  people: readonly StaffItem[];
  value?: string | null;
}

/** With whose agenda the dashboard opens for a user; nothing in a business without people. */
function PersonSelect({ label, people, value }: PersonSelectProps) {
  if (people.length === 0) return null;
  return (
    <Select
      label={label}
      name="staff_id"
      value={value ?? ''}
      options={[{ value: '', label: 'none: the agenda opens with everyone' }, ...optionsOf(people)]}
      hint="The agenda opens with the appointments of this person. It changes no rights."
    />
  );
}

/** What is sent of the choice; nothing if there was none to make. */
const personField = (chosen: string | undefined) => (chosen === undefined ? {} : { staff_id: chosen || null });

/** What became of a user who was to be added, and can be one already. */
function addedText({ email, role, outcome }: Awaited<ReturnType<typeof addUser>>): string {
  if (outcome === 'added') return `${email} was added as ${role}.`;
  return outcome === 'changed' ? `${email} was a user already, and is ${role} now.` : `${email} is ${role} already.`;
}

function SignInState({ of: user }: { of: User }) {
  const { has_password: hasPassword, link_expires_at: linkEnd, signed_in_at: at, last_sign_in_at: last } = user;
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
      {!at && last && (
        <div class="quiet">
          last sign-in <Moment at={last} />
        </div>
      )}
      {linkEnd && (
        <div class="quiet">
          link until <Moment at={linkEnd} />
        </div>
      )}
    </>
  );
}
