import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlatform } from '../../../src/platform/index.ts';
import { manualClock } from '../../support/clock.ts';
import { ENGINE, newDatabase } from '../../support/engines.ts';
import { PASSWORD, type SignedIn, signInAll } from '../support/dashboard.ts';
import { NOW, smallBusiness } from '../support/fixture.ts';
import { startWorld, type World } from '../support/world.ts';

/** The person of a team with whose agenda the dashboard opens for a user. */
const USERS = '/dashboard/teams/team_a/users';
const MEMBER = 'member.a@example.com';

let world: World;
let owner: SignedIn;
let member: SignedIn;
let stranger: SignedIn;
beforeAll(async () => {
  world = await startWorld();
  const users = await signInAll(world, ['owner.a', 'member.a', 'owner.b']);
  [owner, member, stranger] = [users['owner.a'], users['member.a'], users['owner.b']];
});
afterAll(() => world.close());

const link = async (staff_id: string | null, email = MEMBER) => owner.send('POST', USERS, { email, staff_id });
const personsOf = async (user: SignedIn) => {
  const { teams } = (await user.send('GET', '/dashboard/session')).body.data;
  return Object.fromEntries(teams.map(({ id, staff_id: person }: Record<string, string>) => [id, person]));
};
const apply = (body: object) => world.send('POST', '/v1/business/apply', { key: world.keyA, body });
const PEOPLE = [
  { id: 'st_1_a', name: 'Sam' },
  { id: 'st_2_a', name: 'Cleo' },
];

describe('the person of a user', () => {
  it('an owner chooses and takes away the person of a user, which the session and the lists have', async () => {
    expect(await personsOf(member)).toEqual({ team_a: null });
    const linked = await link('st_2_a');
    expect(linked).toMatchObject({
      status: 200,
      body: { data: { email: MEMBER, role: 'member', staff_id: 'st_2_a', staff_name: 'Cleo', outcome: 'changed' } },
    });
    expect(await personsOf(member)).toEqual({ team_a: 'st_2_a' });
    expect((await link('st_2_a')).body.data.outcome).toBe('unchanged');
    const listed = (await owner.send('GET', USERS)).body.data;
    expect(listed.find(({ email }: { email: string }) => email === MEMBER)).toMatchObject({ staff_name: 'Cleo' });
    // A change without the field leaves it, and so does a new password.
    await owner.send('POST', USERS, { email: MEMBER, role: 'admin' });
    await owner.send('POST', USERS, { email: MEMBER, role: 'member' });
    const again = await world.send('POST', '/dashboard/login', { body: { email: MEMBER, password: PASSWORD } });
    expect(again.body.data.teams).toMatchObject([{ id: 'team_a', staff_id: 'st_2_a' }]);
    expect((await link(null)).body.data).toMatchObject({ staff_id: null, staff_name: null, outcome: 'changed' });
    expect(await personsOf(member)).toEqual({ team_a: null });
  });

  it('two users have the same person, and owners choose their own without a change of their role', async () => {
    expect((await link('st_1_a')).status).toBe(200);
    expect((await link('st_1_a', 'owner.a@example.com')).body.data).toMatchObject({ role: 'owner', staff_name: 'Sam' });
    expect(await personsOf(owner)).toEqual({ team_a: 'st_1_a' });
    const both = { email: 'owner.a@example.com', role: 'member', staff_id: null };
    expect(await owner.send('POST', USERS, both)).toMatchObject({ status: 400, body: { error: 'user_refused' } });
    expect(await personsOf(owner)).toEqual({ team_a: 'st_1_a' });
    for (const user of [MEMBER, 'owner.a@example.com']) await link(null, user);
  });

  it('a person of another business and an unknown one are refused, and nothing of the request is done', async () => {
    for (const staff_id of ['st_1_b', 'unknown', '']) {
      const refused = await owner.send('POST', USERS, { email: MEMBER, role: 'admin', staff_id });
      expect(refused, staff_id).toMatchObject({ status: 400, body: { error: 'user_refused' } });
      expect(refused.body.message).toMatch(/^The business has no person with the id .*Nothing was changed\.$/);
      const added = await owner.send('POST', USERS, { email: 'new.a@example.com', name: 'New', staff_id });
      expect(added.status).toBe(400);
    }
    const users = await world.platform.users.list();
    expect(users.find(({ email }) => email === MEMBER)).toMatchObject({ role: 'member', person: null });
    expect(users.some(({ email }) => email === 'new.a@example.com')).toBe(false);
  });

  it('members and strangers cannot choose it', async () => {
    for (const user of [member, stranger])
      expect((await user.send('POST', USERS, { email: MEMBER, staff_id: 'st_1_a' })).status).toBe(403);
  });

  it('a person who is archived is the person of no user any more, also after the id is used again', async () => {
    expect((await apply({ business: { staff: [...PEOPLE, { id: 'leaving', name: 'Lea' }] } })).status).toBe(200);
    await link('leaving');
    expect((await apply({ business: { staff: PEOPLE }, prune: ['staff'] })).status).toBe(200);
    expect(await personsOf(member)).toEqual({ team_a: null });
    const refused = await link('leaving');
    expect(refused.body.message).toBe(
      'Lea (leaving) is archived, so that no agenda can open with this person. Nothing was changed.',
    );
    await apply({ business: { staff: [...PEOPLE, { id: 'leaving', name: 'Another' }] } });
    expect(await personsOf(member)).toEqual({ team_a: null });
    expect((await link('leaving')).body.data.staff_name).toBe('Another');
    // Also a person who gets no bookings at present has an agenda.
    await apply({ business: { staff: [...PEOPLE, { id: 'leaving', name: 'Another', active: false }] } });
    expect(await personsOf(member)).toEqual({ team_a: 'leaving' });
  });

  it('each business has its own person of a user, and a user who comes back has none', async () => {
    await link('st_1_a');
    const inB = { email: MEMBER, staff_id: 'st_2_b' };
    expect((await stranger.send('POST', '/dashboard/teams/team_b/users', inB)).status).toBe(200);
    expect(await personsOf(member)).toEqual({ team_a: 'st_1_a', team_b: 'st_2_b' });
    expect((await owner.send('DELETE', `${USERS}/usr_member_a`)).status).toBe(200);
    expect(await personsOf(member)).toEqual({ team_b: 'st_2_b' });
    await owner.send('POST', USERS, { email: MEMBER });
    expect(await personsOf(member)).toEqual({ team_a: null, team_b: 'st_2_b' });
    await stranger.send('DELETE', '/dashboard/teams/team_b/users/usr_member_a');
  });
});

/** SQLite drops no column that refers to another table. */
const WITHOUT_PERSONS =
  ENGINE === 'postgres'
    ? ['alter table memberships drop column staff_id']
    : [
        'create table before as select user_id, team_id, role from memberships',
        'drop table memberships',
        'create table memberships (user_id text not null references users (id), team_id text not null references teams (id), role text not null, primary key (user_id, team_id))',
        'insert into memberships select user_id, team_id, role from before',
        'drop table before',
      ];

it('a database of before has users without a person, who get one', async () => {
  const test = await newDatabase('empty');
  const open = () => openPlatform({ database: test.database, business: smallBusiness(), clock: manualClock(NOW) });
  try {
    await (await open()).close();
    await test.direct(...WITHOUT_PERSONS, "delete from schema_migrations where name = '011-persons-of-users'");
    const platform = await open();
    const { users } = platform;
    expect(await users.list()).toMatchObject([
      { email: 'admin.a@example.com', role: 'admin', person: null },
      { email: MEMBER, role: 'member', person: null },
      { email: 'owner.a@example.com', role: 'owner', person: null },
    ]);
    const person = { id: 'st_1_a', name: 'Sam' };
    expect(await users.add({ email: MEMBER, staffId: 'st_1_a' })).toMatchObject({ member: { person } });
    await platform.close();
    const later = await open();
    expect((await later.users.list())[1]).toMatchObject({ email: MEMBER, person });
    await later.close();
  } finally {
    await test.remove();
  }
});
