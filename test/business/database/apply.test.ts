import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALL_SCOPES, type BusinessFile, PRUNABLE_LISTS } from '../../../src/contract/index.ts';
import {
  type AdminBusiness,
  BusinessFileError,
  DemoBusinessError,
  OutdatedPlanError,
  openBusiness,
  openPlatform,
} from '../../../src/platform/index.ts';
import { processClient } from '../../platform/support/client.ts';
import { manualClock } from '../../support/clock.ts';
import { newDatabase, type TestDatabase } from '../../support/engines.ts';
import { NOW, practice } from '../support/practice.ts';

const clock = manualClock(NOW);

let test: TestDatabase;
let business: AdminBusiness & { close(): Promise<void> };
beforeEach(async () => {
  test = await newDatabase();
  business = await openBusiness({ database: test.database, clock });
});
afterEach(async () => {
  await business.close();
  await test.remove();
});

const platformOf = () => openPlatform({ database: test.database, clock, demo: false, deliveries: false });

/** Books the exam of Dr. Ibarra at a local time of a day in March 2026. */
async function book(...times: string[]): Promise<string[]> {
  const platform = await platformOf();
  try {
    const send = processClient(platform.fetch);
    const key = platform.issueProcessKey().reveal();
    const ids: string[] = [];
    for (const time of times) {
      const body = {
        service_id: 'exam',
        staff_id: 'ibarra',
        start_time: time,
        contact: { name: 'Robin Tester', email: 'robin@example.com' },
      };
      const answer = await send('POST', '/v1/bookings', { key, body });
      expect(answer.body).toMatchObject({ data: { staff_id: 'ibarra' } });
      ids.push(answer.body.data.id as string);
    }
    return ids;
  } finally {
    await platform.close();
  }
}

describe('a database without a business', () => {
  it('becomes the business of the file, without the demo', async () => {
    const plan = await business.plan(practice());
    expect(plan).toMatchObject({ revision: 0, applied: false, is_new: true, affected_total: 0 });
    expect(plan.changes.map(({ text }) => text)).toEqual([
      'Business: name from none to Bright Smile Dental',
      'Business: time zone from none to America/Denver',
      'Business: country from none to US',
      'Business: currency from none to USD',
      'Business: opening hours from none to Mon-Fri 08:00-12:00, 13:00-17:00',
      'New: closed 2026-03-17, Spring cleaning',
      'Rules: minimum notice from none to 2h',
      'Rules: booking window from none to 180d',
      'Rules: slot interval from none to 15m',
      'New service Cleaning: 45m, 115.00 USD, with Jin Kim, Sam Ortiz, buffer after 10m',
      'New service New patient exam: 1h, 189.00 USD, with Dr. Rafael Ibarra, Dr. Dana Lee',
      'New staff member Dr. Dana Lee: opening hours Mon-Thu 08:00-16:00; 1st,3rd Sat 09:00-12:00',
      'New staff member Dr. Rafael Ibarra: opening hours of the business, away 2026-03-23 to 2026-03-27',
      'New staff member Jin Kim: opening hours of the business',
      'New staff member Sam Ortiz: opening hours of the business',
      'New user Pat Owner, pat@example.com: owner',
    ]);
    expect(await business.show()).toBeUndefined();
    const applied = await business.apply(practice(), { revision: plan.revision });
    expect(applied).toMatchObject({ revision: 2, applied: true, changes: plan.changes });
    const shown = await business.show();
    expect(shown).toMatchObject({ bookings_ahead: 0, business: { name: 'Bright Smile Dental', is_demo: false } });
    expect(shown?.users.map(({ email, role }) => [email, role])).toEqual([['pat@example.com', 'owner']]);
    expect(await business.plan(practice())).toMatchObject({ revision: 2, changes: [], kept: [] });
  });

  it('needs name, time zone, country and currency', async () => {
    await expect(business.apply({ services: [] })).rejects.toThrow(
      /^name: is required for a new business, such as Bright.*; time_zone: .*; country: .*; currency: .* such as USD$/,
    );
    expect(await business.state()).toEqual({ kind: 'new', name: '', revision: 0 });
  });

  it('has a remark on bookings ahead in a plan that changes its time zone', async () => {
    await business.apply(practice());
    expect((await business.plan({ time_zone: 'America/Chicago' })).changes.map(({ text }) => text)).toEqual([
      'Business: time zone from America/Denver to America/Chicago. Bookings keep the moment in which they begin, so that the clock shows another time for those ahead',
    ]);
  });

  it('gets a placeholder for an owner if the file has no users', async () => {
    const { users, ...file } = practice();
    await business.apply(file);
    expect((await business.show())?.users).toMatchObject([{ email: 'owner@example.com', role: 'owner' }]);
  });

  it('gives its first owner the address as name, unless the file has a name', async () => {
    const file: BusinessFile = { ...practice(), users: [{ email: 'pat@example.com', role: 'owner' }] };
    const { changes } = await business.apply(file);
    expect(changes.map(({ text }) => text)).toContain('New user pat@example.com, pat@example.com: owner');
    expect((await business.show())?.users).toMatchObject([{ email: 'pat@example.com', name: 'pat@example.com' }]);
    expect((await business.plan(file)).changes).toEqual([]);
  });

  it('refuses a plan that was made before another process set it up', async () => {
    const { revision } = await business.plan(practice());
    await business.apply({ ...practice(), name: 'Other' });
    await expect(business.apply(practice(), { revision })).rejects.toThrow(OutdatedPlanError);
    expect((await business.show())?.business.name).toBe('Other');
  });

  it('keeps the keys of a server that opened it without the demo', async () => {
    const platform = await platformOf();
    const { key } = await platform.keys.create({ name: 'early', scopes: ALL_SCOPES });
    expect(await business.state()).toMatchObject({ kind: 'new' });
    await business.apply(practice());
    const answer = await processClient(platform.fetch)('GET', '/v1/services', { key: key.reveal() });
    expect(answer.body.data.map(({ id }) => id)).toEqual(['cleaning', 'exam']);
    expect((await platform.users.list()).map(({ email }) => email)).toEqual(['pat@example.com']);
    await platform.close();
  });
});

describe('a business', () => {
  beforeEach(() => business.apply(practice()));

  it('becomes what a file declares, and a second run changes nothing', async () => {
    const file: BusinessFile = {
      closures: [{ from: '2026-03-17', reason: 'Painters' }, { from: '2026-03-18' }],
      services: [{ id: 'cleaning', price: 119, active: false }],
      users: [{ email: 'Desk@example.com', name: 'Front desk' }],
    };
    const plan = await business.plan(file);
    expect(plan.changes.map(({ kind, path, text }) => [kind, path, text])).toEqual([
      ['change', 'closures', 'Change: closed 2026-03-17, Spring cleaning; now closed 2026-03-17, Painters'],
      ['add', 'closures', 'New: closed 2026-03-18'],
      [
        'add',
        'services.cleaning.price_changes',
        'Service Cleaning: New: price 119.00 USD from 2026-03-02, 115.00 USD until then',
      ],
      ['change', 'services.cleaning.active', 'Service Cleaning: active from yes to no'],
      ['add', 'users.desk@example.com', 'New user Front desk, desk@example.com: member'],
    ]);
    expect(plan.kept.map(({ text }) => text)).toEqual([
      'Archive service New patient exam',
      'Remove user Pat Owner, pat@example.com',
    ]);
    expect(await business.apply(file)).toMatchObject({ revision: 3, changes: plan.changes });
    expect(await business.apply(file)).toMatchObject({ revision: 3, changes: [] });
  });

  it('gives a user the address as name if the file says so, and a second run changes nothing', async () => {
    const users = [{ email: 'pat@example.com', name: 'pat@example.com' }];
    expect((await business.apply({ users })).changes).toHaveLength(1);
    expect((await business.show())?.users).toMatchObject(users);
    expect((await business.apply({ users })).changes).toEqual([]);
  });

  it('archives what left the file only when pruned, and revives it', async () => {
    const { services = [], staff = [], ...rest } = practice();
    const file = { ...rest, services: services.slice(0, 1), staff: staff.filter(({ id }) => id !== 'lee') };
    expect((await business.apply(file)).changes).toEqual([]);
    const pruned = await business.apply(file, { prune: PRUNABLE_LISTS });
    expect(pruned.changes.map(({ text }) => text)).toEqual([
      'Archived service New patient exam',
      'Archived staff member Dr. Dana Lee',
    ]);
    expect((await business.export())?.services?.map(({ id }) => id)).toEqual(['cleaning']);
    await business.apply(practice());
    expect((await business.plan(practice())).changes).toEqual([]);
    expect((await business.export())?.services?.map(({ id }) => id)).toEqual(['cleaning', 'exam']);
  });

  it('keeps a service and a person with bookings ahead, also when pruned', async () => {
    await book('2026-03-04T17:00:00Z', '2026-03-05T17:00:00Z');
    const { services = [], staff = [], ...rest } = practice();
    const file = { ...rest, services: services.slice(0, 1), staff: staff.filter(({ id }) => id !== 'ibarra') };
    const refused = await business.apply(file, { prune: PRUNABLE_LISTS }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(BusinessFileError);
    expect((refused as BusinessFileError).problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('New patient exam (exam) has 2 bookings ahead and cannot be archived'),
      expect.stringContaining('Dr. Rafael Ibarra (ibarra) has 2 bookings ahead and cannot be archived'),
    ]);
    expect((await business.plan(practice())).changes).toEqual([]);
  });

  it('names the bookings that no longer fit, and leaves them as they are', async () => {
    const ids = await book('2026-03-04T17:00:00Z', '2026-03-05T17:00:00Z', '2026-03-06T17:00:00Z');
    const file: BusinessFile = {
      closures: [{ from: '2026-03-04' }],
      staff: [{ id: 'ibarra', time_off: [{ from: '2026-03-05T09:00', to: '2026-03-05T12:00' }] }],
    };
    for (const result of [await business.plan(file), await business.apply(file)]) {
      expect(result.affected_total).toBe(2);
      expect(result.affected_bookings).toEqual([
        {
          booking_id: ids[0],
          start_time: '2026-03-04T17:00:00Z',
          service_name: 'New patient exam',
          staff_name: 'Dr. Rafael Ibarra',
          contact_name: 'Robin Tester',
          contact_email: 'robin@example.com',
          reason: 'closed',
        },
        expect.objectContaining({ booking_id: ids[1], reason: 'away' }),
      ]);
    }
    expect(await business.show()).toMatchObject({ bookings_ahead: 3 });
    // What did not fit already is no consequence of the next change.
    expect(await business.plan({ closures: [{ from: '2026-03-20' }] })).toMatchObject({ affected_total: 0 });
  });

  it('refuses a plan for another revision, and applies all of a file or nothing', async () => {
    const { revision } = await business.plan({ name: 'A' });
    await business.apply({ name: 'B' });
    await expect(business.apply({ name: 'A' }, { revision })).rejects.toThrow(/at revision 3, not 2/);
    await expect(business.apply({ name: 'C', services: [{ id: 'new' }] })).rejects.toThrow(BusinessFileError);
    expect(await business.show()).toMatchObject({ business: { name: 'B', revision: 3 } });
  });

  it('gives a user whom it removed and adds again neither password nor sessions back', async () => {
    const { users = [], ...file } = practice();
    const desk = { email: 'desk@example.com', name: 'Front desk', role: 'admin' as const };
    await business.apply({ ...file, users: [...users, desk] });
    const platform = await platformOf();
    await platform.users.setPassword(desk.email, 'correct horse battery');
    const passwords = async () => (await platform.users.list()).map(({ email, hasPassword }) => [email, hasPassword]);
    expect(await passwords()).toContainEqual([desk.email, true]);
    await business.apply({ users }, { prune: PRUNABLE_LISTS });
    await business.apply({ users: [...users, desk] });
    expect(await passwords()).toContainEqual([desk.email, false]);
    await platform.close();
  });

  it('refuses an id that another business in the database has, in the plan too, and does not mention that business', async () => {
    const platform = await platformOf();
    const { smallBusiness } = await import('../../platform/support/fixture.ts');
    await platform.addBusiness(smallBusiness());
    await platform.close();
    const file: BusinessFile = {
      services: [
        { id: 'free', duration: '30m' },
        { id: 'sv_cut_a', duration: '30m' },
      ],
      staff: [{ id: 'st_1_a' }],
    };
    const refusal =
      'services[1].id: the id sv_cut_a is not available: choose another one; staff[0].id: the id st_1_a is not available: choose another one';
    await expect(business.plan(file)).rejects.toThrow(BusinessFileError);
    await expect(business.plan(file)).rejects.toMatchObject({ message: refusal });
    await expect(business.apply(file)).rejects.toMatchObject({ message: refusal });
    expect((await business.plan(practice())).changes).toEqual([]);
  });
});

describe('the demo business', () => {
  it('refuses another business, and accepts its own file', async () => {
    const platform = await openPlatform({ database: test.database, clock, deliveries: false });
    const file = (await business.export()) as BusinessFile;
    await expect(business.plan(practice())).rejects.toThrow(DemoBusinessError);
    await expect(business.apply(practice())).rejects.toThrow(DemoBusinessError);
    await expect(business.apply({ closures: [] })).rejects.toThrow(DemoBusinessError);
    expect(await business.state()).toMatchObject({ kind: 'demo', name: 'Brindlebrook Dental' });
    expect((await business.plan(file)).changes).toEqual([]);
    expect((await business.apply({ ...file, closures: [{ from: '2026-03-10' }] })).changes).toHaveLength(1);
    await platform.close();
  });
});
