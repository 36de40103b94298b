import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlatform } from '../../../src/platform/index.ts';
import { smallBusiness } from '../../platform/support/fixture.ts';
import { manualClock } from '../../support/clock.ts';
import { temporaryFolder } from '../../support/platform.ts';
import { expectAccessible } from '../support/accessible.ts';
import { CHROMIUM, openBrowser, type TestBrowser } from '../support/browser.ts';
import { AT, type Desk, type DeskServer, PASSWORD, startDesk } from '../support/desk.ts';
import { expectTouchable } from '../support/touchable.ts';

const OF_NONE = 'owner.a@example.com';
const OF_ONE = 'owner.b@example.com';

/** A business with nothing in it, and one with one record of each kind. */
describe.skipIf(CHROMIUM === undefined)('the dashboard of a new business', () => {
  const folder = temporaryFolder();
  let browser: TestBrowser;
  let server: DeskServer;
  beforeAll(async () => {
    const database = join(folder, 'new.db');
    const nothing = { staff: [], services: [], contacts: [], bookings: [], calls: [] };
    const business = { ...smallBusiness('a'), ...nothing };
    const platform = await openPlatform({ database, business, clock: manualClock(AT), deliveries: false });
    const { contacts, calls, services, ...rest } = smallBusiness('b');
    const one = { contacts: contacts.slice(0, 1), calls: calls.slice(0, 1), services: services.slice(2) };
    await platform.addBusiness({ ...rest, ...one, bookings: [] });
    for (const email of [OF_NONE, OF_ONE]) await platform.users.setPassword(email, PASSWORD);
    await platform.close();
    [browser, server] = await Promise.all([openBrowser(), startDesk([], database)]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const open = (user: string): Promise<Desk> => server.open(browser, user, { width: 320, height: 800 });

  it.each([
    ['agenda', 'No appointments on Monday, March 4.', 'Agenda'],
    ['agenda', 'Opening hours are not known: the usual ones are assumed.', 'Agenda'],
    ['agenda?view=week', 'No appointments on March 4 – 10.', 'Agenda'],
    ['calls', 'There is no call yet.', 'Calls'],
    ['calls?show=follow-ups', 'There is no such promise.', 'Calls'],
    ['calls?query=zebra', 'These words were not said.', 'Calls'],
    ['contacts', 'There is no contact yet.', 'Contacts'],
    ['contacts', 'can be imported from its files', 'Contacts'],
    ['import', 'Nothing is changed by that.', 'Import from a file'],
    ['import?records=bookings', 'If another file says more about them', 'Import from a file'],
    ['calls', 'connect it on the page', 'Calls'],
    ['contacts?query=zebra', 'No contact matches.', 'Contacts'],
    [
      'contacts?query=079%20123',
      'No contact matches. A telephone number is found in whole, or by its last digits, four or more.',
      'Contacts',
    ],
    ['activity', 'There is nothing to draw for this time.', 'Activity'],
    ['business', 'There is no person yet.', 'Business'],
    ['business', 'There is no service yet.', 'Business'],
  ])('the page %s says “%s” where there is nothing', async (place, sentence, title) => {
    const desk = await open(OF_NONE);
    await desk.go(place, title);
    await desk.page.getByRole('main').getByText(sentence).first().waitFor();
    await expectAccessible(desk.page);
    await expectTouchable(desk.page);
    expect(await desk.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    desk.expectNoProblems();
    await desk.close();
  });

  it('nothing is offered that needs a person or a service while there is none', async () => {
    const desk = await open(OF_NONE);
    await desk.go('business', 'Business');
    await desk.page.getByText('There is no person yet.').waitFor();
    expect(await desk.page.getByRole('button', { name: 'Record time off' }).count()).toBe(0);
    expect(await desk.page.getByRole('table').count()).toBe(0);
    const services = desk.page.waitForResponse(/list_services/);
    await desk.go('agenda', 'Agenda');
    await services;
    await desk.page.getByText('No appointments on').waitFor();
    expect(await desk.page.getByLabel('Free times for').count()).toBe(0);
    await desk.close();
  });

  it.each([
    ['calls', 'Calls', '1 call, in the time of Vienna'],
    ['contacts', 'Contacts', '1 contact'],
    ['contacts?query=Erika', 'Contacts', '1 matching contact'],
    ['activity?kind=calls&by=day&from=2026-03-01&to=2026-03-31', 'Activity', 'It took 42 s.'],
  ])('the page %s counts one record as one', async (place, title, words) => {
    const desk = await open(OF_ONE);
    await desk.go(place, title);
    await desk.page
      .getByRole('main')
      .getByText(words, { exact: !words.startsWith('It') })
      .waitFor();
    await desk.close();
  });

  it('a service that no person performs has a dash in the place of names', async () => {
    const desk = await open(OF_ONE);
    await desk.go('business', 'Business');
    const row = desk.page.getByRole('row').filter({ hasText: 'Without staff' });
    expect(await row.locator('[data-label=By]').textContent()).toBe('–');
    await desk.close();
  });
});
