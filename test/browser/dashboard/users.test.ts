import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { CHROMIUM } from '../support/browser.ts';
import { type Desk, MEMBER, noticeOf, OWNER, pressOn, signInAt, typeInto, useOwnersDesk } from '../support/desk.ts';
import { expectTouchable } from '../support/touchable.ts';

const ADDRESS = 'sam.ortiz@example.com';
/** What the browser writes on the console of a page whose request was refused. */
const REFUSED = 'error: Failed to load resource: the server responded with a status of 400 (Bad Request)';
const NEW_PASSWORD = 'another horse battery';

describe.skipIf(CHROMIUM === undefined)('the users of a business', () => {
  const server = useOwnersDesk();

  const linkOn = async ({ page }: Desk) =>
    String(
      await page
        .getByRole('region', { name: /^The new link of/ })
        .locator('code')
        .textContent(),
    );

  it('an owner adds a user without a mouse, who sets a password by the link and signs in', async () => {
    let link = '';
    await server.using('users', 'Users', async (desk) => {
      const { page } = desk;
      await pressOn(page, page.getByRole('button', { name: 'New user' }));
      await typeInto(page, page.getByLabel('E-mail address'), ADDRESS);
      await typeInto(page, page.getByLabel('Name'), 'Sam Ortiz');
      await page.keyboard.press('Enter');
      await page.getByText(`Copy the link of ${ADDRESS} now.`).waitFor();
      expect(await noticeOf(page)).toBe(`${ADDRESS} was added as member.`);
      link = await linkOn(desk);
      expect(new URL(link).origin).toBe(server.url);
      await page.getByText('It works once, until Thu, Mar 7, 10:00 AM. It opens on this computer alone').waitFor();
      await page.getByRole('row', { name: 'Sam Ortiz' }).getByText('link until Thu, Mar 7').waitFor();
      // The link would be lost.
      await page.getByRole('link', { name: 'Account' }).click();
      await page.getByRole('alert').getByText('You are still on this page').waitFor();
      await pressOn(page, page.getByRole('button', { name: 'I have stored it' }));
      await page.reload();
      await page.getByRole('row', { name: 'Sam Ortiz' }).waitFor();
      expect(await page.content()).not.toContain(new URL(link).hash.slice(1));
    });

    const desk = await server.open(undefined, { width: 390, height: 844 });
    const { page } = desk;
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: 'Set your password' }).waitFor();
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(ADDRESS);
    // It stays neither in the address bar nor in the history.
    expect(page.url()).toBe(`${server.url}/app`);
    await expectAccessible(page);
    await expectTouchable(page);
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('New password again').fill('another horse');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByRole('alert').getByText('The two new passwords differ. Nothing was changed.').waitFor();
    await page.getByLabel('New password again').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('The password is set. Sign in with it.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Agenda' }).waitFor();
    expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0);

    await page.goto(link);
    await page.getByRole('alert').getByText('or a password was set with it already').waitFor();
    await expectTouchable(page);
    await page.getByRole('button', { name: 'To the sign-in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Agenda' }).waitFor();
    await desk.close();
  });

  it('an owner changes a role, signs a user out and removes the user, on a telephone', async () => {
    await server.run(['users', 'add', 'kim@example.com', '--name', 'Kim Park']);
    await server.run(['users', 'set-password', 'kim@example.com'], `${NEW_PASSWORD}\n`);
    const kim = await server.open(undefined);
    await kim.go('', 'Sign in');
    await signInAt(kim.page, 'kim@example.com', NEW_PASSWORD);
    await kim.page.getByRole('heading', { level: 1, name: 'Agenda' }).waitFor();

    await server.using(
      'users',
      'Users',
      async ({ page }) => {
        const row = page.getByRole('row', { name: 'Kim Park' });
        await row.getByText('signed in since').waitFor();
        await expectAccessible(page);
        await expectTouchable(page);
        await page.getByRole('button', { name: 'Change…: kim@example.com' }).click();
        await expectTouchable(page);
        await expectAccessible(page);
        await page.getByLabel(/^Role of .*Kim Park/).selectOption('admin');
        await page.getByLabel(/^Person of .*Kim Park/).selectOption({ label: 'Keisha Brandt' });
        await page.getByRole('button', { name: 'Save' }).click();
        await expect
          .poll(() => noticeOf(page))
          .toBe('kim@example.com is admin now, and the agenda opens with \u2068“Keisha Brandt”\u2069.');
        await row.getByText('admin', { exact: true }).waitFor();
        await row.getByText('Keisha Brandt').waitFor();

        await page.getByRole('button', { name: 'Password link: kim@example.com' }).click();
        await page.getByRole('button', { name: 'No, change nothing' }).click();
        expect(await page.getByText('Copy the link').count()).toBe(0);

        await page.getByRole('button', { name: 'Sign out: kim@example.com' }).click();
        await page.getByRole('button', { name: 'Yes, sign out' }).click();
        await row.getByText('not signed in').waitFor();
        await row.getByText(/^last sign-in Mon, Mar 4, 10:00\sAM$/).waitFor();
        await expectAccessible(page);
        expect(await page.getByRole('button', { name: 'Sign out: kim@example.com' }).count()).toBe(0);

        await page.getByRole('button', { name: 'Remove: kim@example.com' }).click();
        await page.getByRole('button', { name: 'Yes, remove the user' }).click();
        await page.getByText('kim@example.com was removed.').waitFor();
        await row.waitFor({ state: 'detached' });
        // Of their own user, owners change the person alone.
        const own = page.getByRole('row', { name: OWNER });
        await own.getByText('you: see “Account”').waitFor();
        expect(await own.getByRole('button').allTextContents()).toEqual(['Person…']);
      },
      { width: 390, height: 844 },
    );
    await kim.page.getByRole('link', { name: 'Calls' }).click();
    await kim.page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await kim.close();
  });

  it('a user who is refused is named in the form, which keeps what was typed', async () => {
    const desk = await server.open(OWNER);
    const { page } = desk;
    await desk.go('users', 'Users');
    await page.getByRole('button', { name: 'New user' }).click();
    await page.getByLabel('E-mail address').fill(OWNER);
    await page.getByLabel('Name').fill('Naomi');
    await page.getByRole('button', { name: 'Add the user' }).click();
    await page.getByRole('alert').getByText('This is your own user').waitFor();
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(OWNER);
    expect(desk.watch.problems()).toEqual([REFUSED]);
    await desk.close();
  });

  it('a member neither sees the page nor reaches it by its address', async () => {
    await server.run(['users', 'set-password', MEMBER], 'correct horse battery\n');
    const desk = await server.open(MEMBER);
    await desk.page.goto(`${server.url}/app#/users`);
    await desk.page.getByText('There is no such page, or your role cannot see it.').waitFor();
    expect(await desk.page.getByRole('link', { name: 'Users' }).count()).toBe(0);
    desk.expectNoProblems();
    await desk.close();
  });
});
