import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpSession } from '../support/session.ts';
import { CHROMIUM, openBrowser, type TestBrowser } from './support/browser.ts';
import { startAt } from './support/demo.ts';
import { ALL_CAPABILITIES } from './support/host-page/context.ts';
import { type Host, type OpenRequest, openHost, type View } from './support/host-page/host.ts';
import { connectSource, type ViewSource } from './support/host-page/source.ts';
import { expectSettled, focused, tabTo } from './support/views.ts';

type Fields = Record<string, unknown>;

/** What can be done in the agenda of the built program, by keyboard alone, and what becomes of it on the platform. */
describe.skipIf(CHROMIUM === undefined)('actions in the agenda', () => {
  const at = '2199-03-04T15:00:00Z';
  const DAY = { from: '2199-03-05', to: '2199-03-05' };
  const FREE = { service_id: 'svc_cleaning', ...DAY };
  let server: HttpSession;
  let browser: TestBrowser;
  let source: ViewSource;
  let host: Host;
  /** Replaces the answer of a tool. */
  let interfere: ((name: string, args: Fields) => ReturnType<ViewSource['callTool']> | undefined) | undefined;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startAt(at, ['--confirm', 'writes']), openBrowser()]);
    const connected = await connectSource(server.url);
    source = { ...connected, callTool: (name, args) => interfere?.(name, args) ?? connected.callTool(name, args) };
    host = await openHost(browser, { source, at, width: 1024 });
  });
  afterAll(async () => {
    await host?.close();
    await source?.close();
    await Promise.all([browser?.close(), server?.close()]);
  });

  const press = (...keys: string[]) =>
    keys.reduce((last, key) => last.then(() => host.page.keyboard.press(key)), Promise.resolve());
  const bookings = async (): Promise<Fields[]> =>
    (await server.client.call('list_bookings', { ...DAY, detail: 'full' })).data.items as Fields[];
  const bookingOf = async (name: string) =>
    (await bookings()).find(({ contact_name: other }) => other === name) as Fields;

  async function open(request: OpenRequest, on = host): Promise<View> {
    const view = await on.open(request);
    await view.frame.locator('.agenda h1').waitFor();
    return view;
  }

  /** Goes to an entry of the agenda by Tab and arrow keys. */
  async function goTo(view: View, name: string): Promise<void> {
    await tabTo(host, view, /\d:\d\d/);
    for (const side of ['ArrowRight', 'ArrowLeft']) {
      for (let column = 0; column < 6; column++) {
        await press('Home');
        for (let row = 0; row < 12; row++) {
          if ((await focused(view.frame)).includes(name)) return;
          await press('ArrowDown');
        }
        await press(side);
      }
    }
    throw new Error(`the arrow keys do not lead to ${name}`);
  }
  const status = (view: View) => view.frame.locator('.outcome').textContent();

  it('a booking is chosen and cancelled after a question by keyboard alone, and is cancelled on the platform', async () => {
    const { id } = await bookingOf('Ken Ito');
    const view = await open({ tool: 'list_bookings', arguments: DAY });
    await goTo(view, 'Ken Ito');
    await press('Enter');
    await expect.poll(() => focused(view.frame)).toContain('Appointment');
    await expect
      .poll(() => view.messages('ui/update-model-context').at(-1)?.params)
      .toMatchObject({
        content: [{ text: expect.stringContaining(`booking_id: "${id}"`) }],
      });
    await tabTo(host, view, 'Cancel appointment…');
    await press('Enter');
    await expect
      .poll(() => focused(view.frame))
      .toMatch(/Cancel the booking "[^"]+" on Tue, Mar 5, .* \(New York time\), .*Ken Ito.*Yes, cancel it/s);
    expect(await bookingOf('Ken Ito')).toMatchObject({ status: 'confirmed' });
    await expectSettled(view);
    await tabTo(host, view, 'Yes, cancel it');
    await press('Enter');
    await expect.poll(() => focused(view.frame)).toContain('The appointment is cancelled.');
    expect(await bookingOf('Ken Ito')).toMatchObject({ status: 'cancelled' });
    await expect.poll(() => view.frame.locator('.off').filter({ hasText: 'Ken Ito' }).count()).toBe(1);
    expect(host.watch.problems()).toEqual([]);
  });

  it('after a no, and after Escape, nothing is changed and the focus is where it was', async () => {
    const before = await bookings();
    const view = await open({ tool: 'list_bookings', arguments: DAY });
    await goTo(view, 'Vivian Tran');
    await press('Enter');
    await tabTo(host, view, 'Cancel appointment…');
    await press('Enter');
    await expect.poll(() => focused(view.frame)).toContain('No, keep it');
    await tabTo(host, view, 'No, keep it');
    await press('Enter');
    await expect.poll(() => view.frame.getByRole('button', { name: 'Cancel appointment…' }).count()).toBe(1);
    await expect.poll(() => focused(view.frame)).toMatch(/^Appointment/);
    await press('Escape');
    await expect.poll(() => focused(view.frame)).toContain('Vivian Tran');
    expect(await view.frame.locator('.panel').count()).toBe(0);
    expect(await bookings()).toEqual(before);
  });

  it('an appointment is given to the host as a calendar file', async () => {
    const view = await open({ tool: 'list_bookings', arguments: DAY });
    const [booking] = (await bookings()).filter(({ status }) => status === 'confirmed');
    await view.frame
      .getByRole('button', { name: String(booking?.contact_name) })
      .first()
      .click();
    await view.frame.getByRole('button', { name: 'Add to calendar' }).click();
    await expect.poll(() => view.messages('ui/download-file')).toHaveLength(1);
    const text = JSON.stringify(view.messages('ui/download-file'));
    expect(text).toContain('text/calendar');
    expect(text).toContain(`UID:${booking?.id}@rcpt-mcp`);
  });

  it('a free time is chosen, which tells the model, and asked for in a message', async () => {
    const view = await open({ tool: 'find_open_times', arguments: FREE });
    await tabTo(host, view, /free times/);
    await press('Enter');
    await expect.poll(() => focused(view.frame)).toContain('Free times on Tuesday, March 5');
    await tabTo(host, view, /^Free at 9:00 AM/);
    await press('Enter');
    await expect.poll(() => focused(view.frame)).toContain('Book this time');
    await expect
      .poll(() => view.messages('ui/update-model-context').at(-1)?.params)
      .toMatchObject({
        content: [{ text: expect.stringMatching(/chosen: "free_time".*start_time: "2199-03-05T14:00:00\.000Z"/s) }],
      });
    await tabTo(host, view, 'Book this time');
    await press('Enter');
    await expect.poll(() => focused(view.frame)).toContain('Nothing is booked until the assistant says so.');
    const [{ params } = { params: {} }] = view.messages('ui/message');
    expect(JSON.stringify(params)).toMatch(/service_id svc_cleaning, start_time 2199-03-05T14:00:00\.000Z/);
    await tabTo(host, view, 'Dismiss');
    await press('Enter');
    await expect.poll(() => focused(view.frame)).toContain('Free times for Cleaning');
    expect(view.messages('tools/call')).toEqual([]);
    expect(host.watch.problems()).toEqual([]);
  });

  it('a booking is moved to a free time after a question, and is moved on the platform', async () => {
    const { id } = await bookingOf('Chidi Okonkwo');
    const view = await open({ tool: 'list_bookings', arguments: DAY });
    await goTo(view, 'Chidi Okonkwo');
    await press('Enter');
    await tabTo(host, view, 'Move…');
    await press('Enter');
    await expect.poll(() => focused(view.frame)).toBe('Move an appointment');
    expect(await view.frame.locator('.moving').textContent()).toMatch(
      /Choose a free time for .“Cleaning”. of .“Chidi Okonkwo”/,
    );
    await view.frame.locator('.block.free').first().focus();
    await press('Enter');
    await tabTo(host, view, /^Free at 9:00 AM/);
    await press('Enter');
    await tabTo(host, view, 'Move it here');
    await press('Enter');
    await expect.poll(() => focused(view.frame)).toContain('Yes, move it');
    // The question of the tool names no customer.
    expect(await view.frame.locator('.panel').textContent()).toMatch(
      /Move .“Cleaning”. of .“Chidi Okonkwo”. from Tuesday, March 5, .* to Tuesday, March 5, 9:00 AM/,
    );
    await tabTo(host, view, 'Yes, move it');
    await press('Enter');
    await expect
      .poll(() => status(view))
      .toContain('The appointment is moved. Its time is now Tuesday, March 5, 9:00 AM.');
    expect(await bookingOf('Chidi Okonkwo')).toMatchObject({
      id,
      start_time: '2199-03-05T14:00:00Z',
      status: 'confirmed',
    });
    expect(host.watch.problems()).toEqual([]);
  });

  it('a no-show is recorded for a past appointment only, and undone', async () => {
    const day = { from: '2199-03-04', to: '2199-03-04' };
    const ofDay = async () =>
      (await server.client.call('list_bookings', { ...day, detail: 'full' })).data.items as Fields[];
    const isPast = ({ start_time: start }: Fields) => String(start) <= at;
    const confirmed = (await ofDay()).filter(({ status }) => status === 'confirmed');
    const past = confirmed.find(isPast) as Fields;
    const statusNow = async () => (await ofDay()).find(({ id }) => id === past.id)?.status;
    const view = await open({ tool: 'list_bookings', arguments: day });
    const button = (name: string) => view.frame.getByRole('button', { name, exact: true });
    const choose = ({ contact_name: name }: Fields) =>
      view.frame
        .locator('[data-cell]')
        .filter({ hasText: String(name) })
        .press('Enter');

    await choose(confirmed.find((one) => !isPast(one)) as Fields);
    await button('Cancel appointment…').waitFor();
    expect(await button('The customer did not come').count()).toBe(0);
    await button('Close').press('Enter');

    await choose(past);
    expect(await button('Cancel appointment…').count()).toBe(0);
    await button('The customer did not come').press('Enter');
    await button('Yes, record it').waitFor();
    expect(await statusNow()).toBe('confirmed');
    await button('Yes, record it').press('Enter');
    await expect.poll(() => status(view)).toContain('It is recorded that the customer did not come.');
    expect(await statusNow()).toBe('no_show');
    await button('Dismiss').press('Enter');

    await choose(past);
    await button('The customer came').press('Enter');
    await button('Yes, record it').press('Enter');
    await expect.poll(() => status(view)).toContain('It is recorded that the customer came.');
    expect(await statusNow()).toBe('confirmed');
    expect(host.watch.problems()).toEqual([]);
  });

  /** Opens a booking, and asks to cancel it. */
  async function cancel(view: View, name: string): Promise<void> {
    await view.frame.locator('[data-cell]').filter({ hasText: name }).press('Enter');
    await view.frame.getByRole('button', { name: 'Cancel appointment…' }).press('Enter');
  }

  it('a caller who may only read is offered no button that changes or books', async () => {
    const reading = await connectSource(server.url, { 'X-Rcpt-Read-Only': 'true' });
    const reader = await openHost(browser, { source: reading, at, width: 1024 });
    try {
      const view = await open({ tool: 'list_bookings', arguments: DAY }, reader);
      await view.frame.locator('[data-cell]').filter({ hasText: 'Vivian Tran' }).press('Enter');
      await view.frame.getByRole('button', { name: 'Add to calendar' }).waitFor();
      expect(await view.frame.getByRole('button', { name: /Move|Cancel appointment/ }).count()).toBe(0);
      expect(await view.frame.getByRole('button', { name: 'Refresh' }).count()).toBe(1);
      const free = await open({ tool: 'find_open_times', arguments: FREE }, reader);
      await free.frame.locator('.block.free').first().press('Enter');
      await free.frame.locator('.panel .starts button').first().press('Enter');
      await free.frame.getByText('Free time', { exact: true }).waitFor();
      expect(await free.frame.getByRole('button', { name: 'Book this time' }).count()).toBe(0);
    } finally {
      await reader.close();
      await reading.close();
    }
  });

  it('what the tool refuses is shown with its reason, and nothing is changed', async () => {
    const before = await bookings();
    const view = await open({ tool: 'list_bookings', arguments: DAY });
    // As if the booking were deleted since it was drawn.
    interfere = (name, args) =>
      name === 'cancel_booking' && args.booking_id !== 'bk_none'
        ? source.callTool(name, { ...args, booking_id: 'bk_none' })
        : undefined;
    await cancel(view, 'Angel Reyes');
    await expect
      .poll(() => status(view))
      .toMatch(/The appointment was not cancelled\. Nothing was changed\..*no such record/);
    interfere = undefined;
    expect(await bookings()).toEqual(before);
  });

  it('without an answer it is unknown what was done, and the agenda is read again', async () => {
    const view = await open({ tool: 'list_bookings', arguments: DAY });
    interfere = (name) => (name === 'cancel_booking' ? Promise.reject(new Error('the host is gone')) : undefined);
    await cancel(view, 'Angel Reyes');
    await expect.poll(() => status(view)).toContain('It is unknown whether the appointment was cancelled.');
    expect(await status(view)).toContain('Look at the appointment again before you repeat it.');
    expect(view.messages('tools/call').map(({ params }) => params.name)).toEqual(['cancel_booking', 'list_bookings']);
    interfere = () => Promise.reject(new Error('the host is gone'));
    await view.frame.getByRole('button', { name: 'Refresh' }).press('Enter');
    await expect.poll(() => status(view)).toContain('The agenda could not be read, and shows how it was before.');
    interfere = undefined;
    expect(host.watch.errors.filter((text) => !text.includes('the host is gone'))).toEqual([]);
    host.watch.clear();
  });

  it('a late question or list of free times is dropped when another appointment was chosen meanwhile', async () => {
    const view = await open({ tool: 'list_bookings', arguments: DAY });
    const choose = (name: string) => view.frame.locator('[data-cell]').filter({ hasText: name }).press('Enter');
    const button = (name: string) => view.frame.getByRole('button', { name });
    for (const [action, tool] of [
      ['Cancel appointment…', 'cancel_booking'],
      ['Move…', 'find_open_times'],
    ] as const) {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      let isAnswered = false;
      interfere = async (name, args) => {
        interfere = undefined;
        expect(name).toBe(tool);
        await released;
        const answer = await source.callTool(name, args);
        isAnswered = true;
        return answer;
      };
      await choose('Angel Reyes');
      await button(action).press('Enter');
      await choose('Vivian Tran');
      await button('Cancel appointment…').waitFor();
      release();
      await expect.poll(() => isAnswered).toBe(true);
      await expectSettled(view);
      expect(await view.frame.locator('.panel').textContent()).toMatch(/Vivian Tran.*Cancel appointment…/s);
      expect(await view.frame.locator('.question, .moving').count()).toBe(0);
      await button('Close').press('Enter');
    }
    expect(host.watch.problems()).toEqual([]);
  });

  it('an appointment that is chosen before the agenda is read again is shown as it is then', async () => {
    const view = await open({ tool: 'list_bookings', arguments: { from: '2199-03-04', to: '2199-03-04' } });
    const entry = view.frame.locator('[data-cell]').filter({ hasText: 'Nora Fitzgerald' });
    const button = (name: string) => view.frame.getByRole('button', { name, exact: true });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await entry.press('Enter');
    await button('The customer did not come').press('Enter');
    interfere = (name, args) => {
      if (name !== 'list_bookings') return undefined;
      interfere = undefined;
      return released.then(() => source.callTool(name, args));
    };
    await button('Yes, record it').press('Enter');
    await expect.poll(() => status(view)).toContain('It is recorded that the customer did not come.');
    await entry.press('Enter');
    await button('The customer did not come').waitFor();
    release();
    await button('The customer came').press('Enter');
    await button('Yes, record it').press('Enter');
    await expect.poll(() => status(view)).toContain('It is recorded that the customer came.');
    expect(host.watch.problems()).toEqual([]);
  });

  it('a call that has no answer for three minutes is given up, as one whose outcome is unknown', async () => {
    const slow = await openHost(browser, { source });
    try {
      await slow.page.clock.install({ time: at });
      const view = await open({ tool: 'list_bookings', arguments: DAY }, slow);
      interfere = (name) => (name === 'cancel_booking' ? new Promise(() => {}) : undefined);
      await cancel(view, 'Angel Reyes');
      await expect.poll(() => view.frame.locator('.panel').textContent()).toContain('Cancelling the appointment…');
      await expect.poll(() => view.messages('tools/call')).toHaveLength(1);
      await slow.page.clock.fastForward(181_000);
      await expect.poll(() => status(view)).toContain('It is unknown whether the appointment was cancelled.');
    } finally {
      interfere = undefined;
      await slow.close();
    }
  });

  it.each([
    ['tools', 'serverTools', 'list_bookings', /Refresh|Cancel appointment|Move/],
    ['messages', 'message', 'find_open_times', /Book this time/],
  ] as const)('a host without %s is offered none of their actions', async (_title, missing, tool, actions) => {
    const { [missing]: _, updateModelContext: __, ...capabilities } = ALL_CAPABILITIES;
    const limited = await openHost(browser, { source, at, capabilities });
    try {
      const view = await open({ tool, arguments: tool === 'list_bookings' ? DAY : FREE }, limited);
      await view.frame.locator('[data-cell]').first().press('Enter');
      await view.frame.locator('.panel').waitFor();
      if (tool === 'find_open_times')
        await view.frame
          .getByRole('button', { name: /^Free at/ })
          .first()
          .press('Enter');
      await expect.poll(() => view.frame.locator('.panel dl').count()).toBe(1);
      expect(await view.frame.getByRole('button', { name: actions }).count()).toBe(0);
      expect(
        view
          .messages()
          .map(({ method }) => method)
          .filter((method) => !method.startsWith('ui/notif')),
      ).toEqual(['ui/initialize']);
      expect(limited.watch.problems()).toEqual([]);
    } finally {
      await limited.close();
    }
  });
});
