import { CommandError, UsageError } from '../../config/usage-error.ts';
import { randomText } from '../../lib/ids.ts';
import { quoteArgument } from '../../lib/shell.ts';
import { cleanLine } from '../../lib/text/text.ts';
import { localTime } from '../../lib/time/local-time.ts';
import type { KeyInfo, Platform, TeamMember } from '../../platform/index.ts';
import { findStaff } from '../calendars/find-staff.ts';
import { readPassword } from '../prompts/password.ts';
import { requiredArgument } from '../runtime/arguments.ts';
import { followUp } from '../runtime/follow-up.ts';
import { printLimitedKeys } from '../runtime/limited-keys.ts';
import { recordCommand } from '../runtime/record-command.ts';
import type { Run } from '../runtime/run.ts';
import { printJson } from '../terminal/print-json.ts';
import { recordTable } from '../terminal/table.ts';
import { manage } from './manage.ts';

const EMAIL_WIDTH = 46;
const NAME_WIDTH = 28;
/** 100 random bits. */
const GENERATED_LENGTH = 20;
/** Value of `--staff` that takes the person of a user away. */
const NO_PERSON = 'none';

export const runUsers = manage({
  add: async (platform, run) => {
    const email = requiredArgument(run);
    const { name, role, staff } = run.options;
    if (name === undefined && !(await findMember(platform, email))) {
      const problem = email.includes('@') ? '' : ` "${email}" is not an e-mail address, such as owner@example.com.`;
      throw new UsageError(`users add ${email} needs a name, such as --name "Pat Owner".${problem}`);
    }
    const staffId = staff === undefined ? undefined : staff === NO_PERSON ? null : await findStaff(platform, staff);
    const keys = await platform.keys.list();
    const { outcome, member } = await recordCommand(run, { tool: 'users add' }, () =>
      explain(platform.users.add({ email, name, role, staffId })),
    );
    const limited = await limitedKeys(platform, keys);
    if (run.options.json) return printJson(run, { outcome, user: shown(member), ...listedKeys(limited) });
    const who = `${member.email} (${cleanLine(member.name)})`;
    if (outcome === 'added') run.print(`${who} is added as ${member.role}.`);
    else if (outcome === 'unchanged') run.print(`${who} is ${member.role} already: nothing changes.`);
    else run.print(`${who} existed already, and is changed: role ${member.role}.`);
    if (staff !== undefined) {
      run.print(`The agenda of the dashboard opens with ${personText(member) || 'everyone'}.`);
    }
    printLimitedKeys(run, limited);
    if (member.hasPassword) return;
    const setPassword = followUp(run, `users set-password ${quoteArgument(member.email)}`);
    const canMakeLink = (await platform.users.list()).some(
      ({ role: of, hasPassword }) => of === 'owner' && hasPassword,
    );
    run.print(
      canMakeLink
        ? `To choose a password, the user needs a link, which an owner makes on the page "Users" of the dashboard. To set one instead: ${setPassword}`
        : `To sign in, the user needs a password: ${setPassword}`,
    );
  },
  /** The name of an owner whom only an address was given for is that address. */
  list: async (platform, run) => {
    const members = await platform.users.list();
    if (run.options.json) return printJson(run, members.map(shown));
    const hasSignIns = members.some(({ lastSignIn }) => lastSignIn !== null);
    const zone = hasSignIns ? (await platform.profile()).timeZone : '';
    const hasPersons = members.some(({ person }) => person);
    const rows = members.map((user) => [
      user.email,
      user.name === user.email ? '' : cleanLine(user.name),
      user.role,
      user.hasPassword ? 'set' : 'none',
      ...(hasSignIns ? [user.lastSignIn === null ? '' : localTime(isoText(user.lastSignIn), zone)] : []),
      ...(hasPersons ? [personText(user)] : []),
    ]);
    const persons = hasPersons ? ([['person', NAME_WIDTH]] as const) : [];
    const signIns = hasSignIns ? (['last sign-in'] as const) : [];
    const head = [['e-mail', EMAIL_WIDTH], ['name', NAME_WIDTH], 'role', 'password', ...signIns, ...persons] as const;
    for (const line of recordTable(head, rows, run)) run.print(line);
  },
  remove: async (platform, run) => {
    const email = requiredArgument(run);
    const member = await requireMember(platform, run, email);
    const keys = await platform.keys.list();
    await recordCommand(run, { tool: 'users remove', recordId: member.id }, async () => ({
      removed: await explain(platform.users.remove(email)),
    }));
    const limited = await limitedKeys(platform, keys);
    if (run.options.json) return printJson(run, { removed: shown(member), ...listedKeys(limited) });
    run.print(`${member.email} is removed: sessions have ended, and keys of the user work no longer.`);
    printLimitedKeys(run, limited);
  },
  'set-password': async (platform, run) => {
    const email = requiredArgument(run);
    const { generate, json, 'password-file': file } = run.options;
    if (generate && file !== undefined)
      throw new UsageError('--generate and --password-file are both set: keep one of them.');
    const member = await requireMember(platform, run, email);
    const password = generate ? randomText(GENERATED_LENGTH) : await readPassword(file);
    await recordCommand(run, { tool: 'users set-password', recordId: member.id }, async () => {
      await explain(platform.users.setPassword(email, password));
      return {};
    });
    if (generate) {
      const again = followUp(run, `users set-password ${quoteArgument(member.email)} --generate`);
      run.ifUnwritten(`The password of ${member.email} is changed, and the new one is lost. For another one: ${again}`);
    }
    if (json) return printJson(run, { email: member.email, ...(generate ? { password } : {}) });
    const signIn = `Sign in at /app of your server, or start one: ${followUp(run, 'http')}, then http://127.0.0.1:8787/app`;
    // A password is the last line, which scripts take.
    const lines = generate
      ? [signIn, `Dashboard password of ${member.email}, shown this once:`, password]
      : [`The dashboard password of ${member.email} is set; open sessions have ended.`, signIn];
    for (const line of lines) run.print(line);
  },
});

const personText = ({ person }: TeamMember) => (person ? cleanLine(person.name) : '');

const isoText = (at: number) => new Date(at).toISOString();

const shown = ({ email, name, role, hasPassword, lastSignIn, person }: TeamMember) => ({
  email,
  name,
  role,
  has_password: hasPassword,
  last_sign_in_at: lastSignIn === null ? null : isoText(lastSignIn),
  staff_id: person?.id ?? null,
  staff_name: person?.name ?? null,
});

/** The keys that worked before a change of a user, and no longer have all their scopes. */
async function limitedKeys(platform: Platform, before: readonly KeyInfo[]): Promise<KeyInfo[]> {
  const earlier = new Map(before.filter(({ status }) => status === 'active').map((key) => [key.id, key]));
  return (await platform.keys.list()).filter((key) => {
    const known = earlier.get(key.id);
    return known && (key.status !== 'active' || key.scopes.length < known.scopes.length);
  });
}

const listedKeys = (keys: readonly KeyInfo[]) =>
  keys.length === 0 ? {} : { limited_keys: keys.map(({ id, name, status }) => ({ id, name, status })) };

async function findMember(platform: Platform, email: string): Promise<TeamMember | undefined> {
  return (await platform.users.list()).find((user) => user.email === email.toLowerCase());
}

async function requireMember(platform: Platform, run: Run, email: string): Promise<TeamMember> {
  const member = await findMember(platform, email);
  if (member) return member;
  throw new CommandError(`There is no user ${email}. To see all: ${followUp(run, 'users list')}`);
}

/** Maps a refused change to a `CommandError`. */
async function explain<T>(change: Promise<T>): Promise<T> {
  const { UserError } = await import('../../platform/index.ts');
  return change.catch((error: unknown) => {
    throw error instanceof UserError ? new CommandError(error.message, { cause: error }) : error;
  });
}
