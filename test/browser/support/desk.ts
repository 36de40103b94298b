import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { demoDatabaseAt } from '../../support/demo-database.ts';
import { temporaryFolder } from '../../support/platform.ts';
import { cleanEnvironment, type RunningProgram, runProgram, startProgram } from '../../support/program.ts';
import { type OpenPage, openBrowser, type PageOptions, type TestBrowser } from './browser.ts';

/** The dashboard of the built program, at a moment at which its clock stands still, and browsers of its users. */
export const AT = '2199-03-04T15:00:00Z';
export const PASSWORD = 'correct horse battery';
/** Users of the demo business. */
export const OWNER = 'naomi.whitfield@example.com';
export const MEMBER = 'theo.marsh@example.com';

const CLOCK = fileURLToPath(new URL('../../support/start-date.cjs', import.meta.url));
/** What the browser writes on the console of every page at which the user is not signed in, or may not sign in. */
const REFUSED = 'Failed to load resource: the server responded with a status of 401 (Unauthorized)';

export interface Desk extends OpenPage {
  /** Opens a page of the dashboard by its address, such as `keys`, and waits for its title. */
  go(place: string, title: string): Promise<void>;
  /** Expects that the pages did nothing that they must not, but for requests that were refused without a session. */
  expectNoProblems(): void;
}

export interface DeskServer {
  url: string;
  program: RunningProgram;
  /** Runs a command beside the server, on its database. */
  run(args: readonly string[], input?: string): Promise<Awaited<ReturnType<typeof runProgram>>>;
  /** Starts another server, on the same database if the environment does not say otherwise. Returns its origin. */
  start(args: readonly string[], more?: Record<string, string>): Promise<string>;
  /** Opens a page as a user, who has a session already; without one if undefined. */
  open(browser: TestBrowser, user: string | undefined, options?: PageOptions & { origin?: string }): Promise<Desk>;
  close(): Promise<void>;
}

/** Starts `rcpt-mcp platform` with the demo business. `database`: that of a test instead, which has the users. */
export async function startDesk(args: readonly string[] = [], database?: string): Promise<DeskServer> {
  const home = temporaryFolder();
  const clock = { NODE_OPTIONS: `--require ${JSON.stringify(CLOCK)}`, START_DATE: AT, STOP_DATE: '1' };
  const env = cleanEnvironment(home, { ...clock, RCPT_DATABASE: database ?? (await demoDatabaseAt(AT, home)) });
  const programs: RunningProgram[] = [];
  const start = async (command: readonly string[], more: Record<string, string> = {}) => {
    const program = startProgram([...command, '--port', '0'], { ...env, ...more });
    programs.push(program);
    return (await program.until(/http:\/\/127\.0\.0\.1:\d+(?=[\s\S]*Ctrl-C)/))[0];
  };
  const url = await start(['platform', ...args]);
  const cookies = new Map<string, string>();
  const cookieOf = async (origin: string, email: string) => {
    const cookie = cookies.get(email) ?? (await signIn(origin, email));
    cookies.set(email, cookie);
    return cookie;
  };
  return {
    url,
    program: programs[0] as RunningProgram,
    run: (command, input) => runProgram(command, env, input),
    start,
    async open(browser, user, { origin = url, ...options } = {}) {
      const expects = (address: string) => address.startsWith(`${origin}/`);
      const opened = await browser.openPage({ timeZone: 'America/New_York', at: AT, expects, ...options });
      if (user) await opened.page.context().addCookies([cookieFor(origin, await cookieOf(origin, user))]);
      return {
        ...opened,
        async go(place, title) {
          await opened.page.goto(`${origin}/app#/${place}`);
          await opened.page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
        },
        expectNoProblems: () =>
          expect(opened.watch.problems().filter((problem) => problem !== `error: ${REFUSED}`)).toEqual([]),
      };
    },
    async close() {
      await Promise.all(programs.map((program) => program.stop()));
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Starts a browser, and a desk whose owner has a password. */
async function startOwnersDesk(): Promise<[TestBrowser, DeskServer]> {
  const [browser, server] = await Promise.all([openBrowser(), startDesk()]);
  expect(await server.run(['users', 'set-password', OWNER], `${PASSWORD}\n`)).toMatchObject({ code: 0 });
  return [browser, server];
}

/** A desk whose owner has a password, with its browser. */
export interface OwnersDesk extends Pick<DeskServer, 'url' | 'run' | 'start'> {
  /** Opens a page as a user, who has a session already; without one if undefined. */
  open(user: string | undefined, options?: PageOptions & { origin?: string }): Promise<Desk>;
  /** Opens a page of the dashboard as the owner for one test, which must do nothing that it may not. */
  using(
    place: string,
    title: string,
    use: (desk: Desk) => Promise<void>,
    options?: PageOptions & { origin?: string },
  ): Promise<void>;
}

/** Opens a desk for the tests of a file or `describe`, and closes it after them. */
export function useOwnersDesk(): OwnersDesk {
  let opened: [TestBrowser, DeskServer] | undefined;
  beforeAll(async () => {
    opened = await startOwnersDesk();
  });
  afterAll(() => Promise.all(opened?.map((one) => one.close()) ?? []));
  const parts = () => {
    if (!opened) throw new Error('the desk opens before the first test: use it in tests and hooks');
    return opened;
  };
  const open: OwnersDesk['open'] = (user, options) => {
    const [browser, server] = parts();
    return server.open(browser, user, options);
  };
  return {
    get url() {
      return parts()[1].url;
    },
    run: (...given) => parts()[1].run(...given),
    start: (...given) => parts()[1].start(...given),
    open,
    async using(place, title, use, options) {
      const desk = await open(OWNER, options);
      try {
        await desk.go(place, title);
        await use(desk);
        desk.expectNoProblems();
      } finally {
        await desk.close();
      }
    },
  };
}

async function signIn(origin: string, email: string): Promise<string> {
  const response = await fetch(`${origin}/api/dashboard/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  expect(response.status).toBe(200);
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

function cookieFor(origin: string, cookie: string) {
  const [name = '', value = ''] = cookie.split('=', 2);
  return { name, value, url: origin, httpOnly: true, sameSite: 'Strict' as const };
}

/** Signs in by the form of the page. */
export async function signInAt(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Calls a tool in the name of the user of a page, as another device of theirs would. Returns its structured answer. */
export function callToolAt(page: Page, name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  return page.evaluate(
    async ({ tool, body }) => {
      const { data } = await (await fetch('/api/dashboard/session')).json();
      const response = await fetch(`/api/dashboard/teams/${data.teams[0].id}/tools/${tool}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const { isError, structuredContent } = await response.json();
      if (isError) throw new Error(JSON.stringify(structuredContent));
      return structuredContent;
    },
    { tool: name, body: args },
  );
}

/** The same for a user who agrees to what the tool asks. */
export async function agreeToolAt(page: Page, name: string, args: Record<string, unknown>) {
  const { question, ...answer } = await callToolAt(page, name, args);
  const { repeat_with: agreed } = (question ?? {}) as { repeat_with?: Record<string, unknown> };
  return agreed ? callToolAt(page, name, { ...args, ...agreed }) : answer;
}

/** What the page says of the last action. */
export const noticeOf = (page: Page): Promise<string | null> =>
  page.getByRole('main').getByRole('status').first().textContent();

/** More than all controls of a page. */
const MAX_TABS = 150;

/** Moves the focus to a control with the Tab key, as a person without a mouse does. @throws if it cannot be reached. */
export async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await control.waitFor();
  for (let presses = 0; presses < MAX_TABS; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`The Tab key does not reach ${control}.`);
}

/** Moves the focus to a control and presses a key on it. */
export async function pressOn(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

/** Writes into a field without a mouse. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

/** More than the columns of an agenda, and the entries of one. */
const MAX_CELLS = 40;

/** Moves the focus to an entry of the agenda with the Tab key and arrow keys. @throws if it cannot be reached. */
export async function arrowTo(page: Page, entry: Locator): Promise<void> {
  await entry.waitFor();
  await tabTo(page, page.locator('[data-cell][tabindex="0"]'));
  const place = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.cell);
  /** Presses an arrow key until it leads no further. Returns true when the entry has the focus. */
  const follow = async (key: string) => {
    for (let presses = 0; presses < MAX_CELLS; presses++) {
      if (await entry.evaluate((element) => element === document.activeElement)) return true;
      const before = await place();
      await page.keyboard.press(key);
      if ((await place()) === before) return false;
    }
    return false;
  };
  if (await follow('ArrowLeft')) return;
  for (let column = 0; column < MAX_CELLS; column++) {
    await page.keyboard.press('Home');
    if (await follow('ArrowDown')) return;
    const before = await place();
    await page.keyboard.press('ArrowRight');
    if ((await place()) === before) break;
  }
  throw new Error(`The arrow keys do not reach ${entry}.`);
}
