import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, openBrowser, type TestBrowser } from '../support/browser.ts';
import { type DeskServer, MEMBER, OWNER, PASSWORD, signInAt, startDesk } from '../support/desk.ts';

/** From the first sign-in to a key; sessions; roles. */
describe.skipIf(CHROMIUM === undefined)('signing in to the dashboard', () => {
  let browser: TestBrowser;
  let server: DeskServer;
  let second: string;
  beforeAll(async () => {
    [browser, server] = await Promise.all([openBrowser(), startDesk()]);
    // The line that the server has written says how.
    expect(server.program.output.stdout).toContain(`To sign in: rcpt-mcp users set-password ${OWNER} --generate\n`);
    const set = (email: string) => server.run(['users', 'set-password', email], `${PASSWORD}\n`);
    expect((await Promise.all([set(OWNER), set(MEMBER)])).map(({ code }) => code)).toEqual([0, 0]);
    second = await server.start(['http', '--read-only']);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  it('the owner signs in, makes an API key, uses it, and revokes it', async () => {
    const desk = await server.open(browser, undefined);
    const { page } = desk;
    await desk.go('keys', 'Sign in');
    await signInAt(page, OWNER, 'a wrong password');
    const refused = page.getByRole('alert');
    await expect.poll(() => refused.textContent()).toBe('Wrong e-mail address or password');
    await signInAt(page, OWNER);
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('website');
    await page.getByRole('button', { name: 'Make the key' }).click();
    const secret = page.getByRole('region', { name: 'The new API key' });
    const key = (await secret.locator('code').textContent()) ?? '';
    const read = async () =>
      (await fetch(`${server.url}/api/v1/services`, { headers: { authorization: `Bearer ${key}` } })).status;
    expect(await read()).toBe(200);

    // After it was stored nothing has it.
    await secret.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('link', { name: 'Agenda' }).click();
    await page.getByRole('heading', { level: 1, name: 'Agenda' }).waitFor();
    await page.getByRole('link', { name: 'API keys' }).click();
    const row = page.getByRole('row').filter({ hasText: 'website' });
    await row.waitFor();
    expect(await page.content()).not.toContain(key);
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, history.state]))).toBe(
      '[{},{},null]',
    );
    expect(await row.textContent()).toContain(key.slice(0, 8));

    await row.getByRole('button', { name: /^Revoke the key .“website”/ }).click();
    await page.getByRole('button', { name: 'No, change nothing' }).click();
    expect(await read()).toBe(200);
    await row.getByRole('button', { name: /^Revoke the key .“website”/ }).click();
    await page.getByRole('button', { name: 'Yes, revoke it' }).click();
    await expect.poll(() => row.textContent()).toContain('revoked');
    expect(await read()).toBe(401);
    expect(await row.getByRole('button').count()).toBe(0);
    // The button is gone: the focus is at the title.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('API keys');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    desk.expectNoProblems();
    await desk.close();
  });

  it('a new password and “sign out everywhere” end other sessions, also on another server', async () => {
    const [here, there] = await Promise.all([
      server.open(browser, undefined),
      server.open(browser, undefined, { origin: second }),
    ]);
    const signIn = async (desk: typeof here, password: string) => {
      await desk.go('account', 'Sign in');
      await signInAt(desk.page, MEMBER, password);
      await desk.page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
    };
    await Promise.all([signIn(here, PASSWORD), signIn(there, PASSWORD)]);
    const change = async (current: string, replacement: string, repeated = replacement) => {
      await here.page.getByLabel('Current password').fill(current);
      await here.page.getByLabel('New password', { exact: true }).fill(replacement);
      await here.page.getByLabel('New password again').fill(repeated);
      await here.page.getByRole('button', { name: 'Change the password' }).click();
    };
    const problem = () => here.page.getByRole('alert').textContent();
    const next = 'another horse battery';
    await change(PASSWORD, next, 'something else');
    await expect.poll(problem).toBe('The two new passwords differ. Nothing was changed.');
    await change('not the password', next);
    await expect.poll(problem).toMatch(/current password is wrong/);
    await change(PASSWORD, 'short');
    await expect.poll(problem).toMatch(/12/);
    await change(PASSWORD, next);
    await expect.poll(() => here.page.getByRole('status').textContent()).toMatch(/^The password was changed/);
    // The other one finds out with its next request, and asks for the new password.
    await there.page.getByRole('link', { name: 'Calls' }).click();
    await there.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signInAt(there.page, MEMBER, next);
    await there.page.getByRole('dialog').waitFor({ state: 'detached' });
    await there.page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor();

    await here.page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await here.page.getByRole('button', { name: 'Yes, sign out everywhere' }).click();
    await here.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await there.page.getByRole('link', { name: 'Contacts' }).click();
    await there.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    // The wrong current password is refused with 400, which the browser notes.
    expect(here.watch.errors.filter((text) => !/40[01]/.test(text))).toEqual([]);
    there.expectNoProblems();
    await Promise.all([here.close(), there.close()]);
    const restored = await server.run(['users', 'set-password', MEMBER], `${PASSWORD}\n`);
    expect(restored.code).toBe(0);
  });

  it('a member has no pages of keys, webhooks, sources and feeds, and changes only the time off in the business', async () => {
    const desk = await server.open(browser, MEMBER);
    const { page } = desk;
    await desk.go('agenda', 'Agenda');
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
    expect(await links.allTextContents()).toEqual(['Agenda', 'Calls', 'Contacts', 'Activity', 'Business', 'Account']);
    for (const place of ['keys', 'webhooks', 'sources', 'calendars']) {
      await page.goto(`${server.url}/app#/${place}`);
      await page.getByText('There is no such page, or your role cannot see it.').waitFor();
    }
    await desk.go('business', 'Business');
    await page.getByRole('heading', { name: 'Services' }).waitFor();
    expect(await page.getByRole('main').getByRole('button').allTextContents()).toEqual(['Record time off']);
    desk.expectNoProblems();
    await desk.close();
  });

  it('a server with --read-only says so, and offers no change but of the password', async () => {
    const desk = await server.open(browser, OWNER, { origin: second });
    const { page } = desk;
    for (const [place, title] of [
      ['agenda', 'Agenda'],
      ['contacts', 'Contacts'],
      ['business', 'Business'],
      ['calendars', 'Calendar feeds'],
      ['keys', 'API keys'],
      ['webhooks', 'Webhooks'],
      ['sources', 'Call sources'],
    ] as const) {
      await desk.go(place, title);
      await page.getByText('This server runs with --read-only: nothing can be changed here.').waitFor();
      await page.locator('.loaded').first().waitFor();
      const offered = await page.getByRole('main').getByRole('button').allTextContents();
      expect(
        offered.filter((name) =>
          /^(New (contact|feed|key|webhook|source)$|Add a|Change|Close days|Set other|Record|Revoke|Cancel app)/.test(
            name,
          ),
        ),
        place,
      ).toEqual([]);
      expect(await page.getByLabel('Free times for').count()).toBe(0);
    }
    await desk.go('account', 'Account');
    await page.getByRole('button', { name: 'Change the password' }).waitFor();
    desk.expectNoProblems();
    await desk.close();
  });

  it('a server with a remote platform says that it has no dashboard', async () => {
    const key = server.program.output.stdout.match(/API key, shown this once: (\S+)/)?.[1] ?? '';
    const remote = await server.start(['http'], { RCPT_BASE_URL: server.url, RCPT_API_KEY: key });
    const desk = await server.open(browser, undefined, { origin: remote });
    await desk.page.goto(`${remote}/app`);
    expect(await desk.page.locator('body').textContent()).toContain(
      'This server has no dashboard, because its platform is a remote one.',
    );
    await desk.page.goto(remote);
    await desk.page.getByRole('heading', { level: 1 }).waitFor();
    expect(await desk.page.getByRole('link', { name: /dashboard/i }).count()).toBe(0);
    await desk.close();
  });
});
