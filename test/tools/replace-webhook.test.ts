import { existsSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { field, type ToolAnswer } from '../support/clients.ts';
import { openOffice, useOffice } from '../support/office.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { type Behaviour, json, page, startUpstream, type Upstream } from '../support/upstream.ts';

/** manage_webhooks with action replace: the new webhook before the old one goes, whatever fails in between. */
type Hook = { id: string; url: string; events: string[]; [field: string]: unknown };

const newId = (answer: ToolAnswer) => field(answer.data, 'webhook', 'id') as string;

describe('manage_webhooks with action replace, on the embedded platform', () => {
  const office = useOffice({
    env: { RCPT_TOOLSETS: 'account,bookings,contacts,calls,webhooks', RCPT_CONFIRM: 'never' },
  });
  const manage = (args: object) => office.call('manage_webhooks', { ...args });
  const create = async (url: string) =>
    newId(await manage({ action: 'create', url, events: ['booking.created', 'call.completed'] }));
  const listed = async () => (await office.call('list_webhooks')).data.items as Hook[];

  it('a new url keeps the events, has a secret of its own, and leaves one webhook; a repetition changes nothing', async () => {
    const old = await create('https://hooks.example.com/one');
    const args = { action: 'replace', webhook_id: old, url: 'https://hooks.example.com/two' };
    const replaced = await manage(args);
    expect(replaced.isError, replaced.text).toBe(false);
    expect(replaced.text).toContain('The webhook was replaced: the new one exists, the old one is deleted.');
    expect(replaced.data).toMatchObject({
      action: 'replace',
      deleted: old,
      webhook: { url: 'https://hooks.example.com/two', events: ['booking.created', 'call.completed'] },
    });
    expect(readFileSync(replaced.data.secret_file as string, 'utf8')).toMatch(/^whsec_/);
    const after = await listed();
    expect(after.map(({ id }) => id)).toEqual([newId(replaced)]);

    const again = await manage(args);
    expect(again.isError, again.text).toBe(false);
    expect(newId(again)).toBe(newId(replaced));
    expect(again.data).toMatchObject({ deleted: old, note: expect.stringContaining('no second one was created') });
    expect(again.text).toContain('Nothing was changed: the same request replaced this webhook before.');
    expect(again.data.changed).toBe(false);
    expect(replaced.data).not.toHaveProperty('changed');
    expect(await listed()).toEqual(after);
  });

  it('a repeated creation states that the webhook existed already', async () => {
    const args = { action: 'create', url: 'https://hooks.example.com/twice', events: ['booking.created'] };
    const made = await manage(args);
    const again = await manage(args);
    expect(newId(again)).toBe(newId(made));
    expect(made.text).toContain('The webhook was created.');
    expect(made.data).not.toHaveProperty('changed');
    expect(again.text).toContain('This webhook exists already: no second one was created.');
    expect(again.text).not.toContain('The webhook was created.');
    expect(again.data.changed).toBe(false);
    expect(again.data.note).toContain('action replace with its webhook_id');
    const replaced = await manage({ action: 'replace', webhook_id: newId(again) });
    expect(replaced.data.secret_file, replaced.text).toBeDefined();
    expect(newId(replaced)).not.toBe(newId(again));
  });

  it('the question and the answer state that events which the old webhook has not received are lost', async () => {
    const receiver = await startUpstream(json(503, {}));
    const delivering = await openOffice({
      platform: { demo: true, deliveries: { retryDelaysMs: [3_600_000] } },
      env: { RCPT_TOOLSETS: 'bookings,contacts,calls,webhooks', RCPT_CONFIRM: 'destructive' },
    });
    try {
      const body = { action: 'create', url: receiver.url, events: ['call.completed'] };
      const old = newId(await delivering.call('manage_webhooks', body));
      await delivering.platform.platform.calls.simulate();
      const failures = async () =>
        (await delivering.call('get_webhook', { webhook_id: old })).data.webhook as {
          consecutive_failures?: number;
        };
      await expect.poll(failures).toMatchObject({ consecutive_failures: 1 });
      const args = { action: 'replace', webhook_id: old, url: `${receiver.url}/new` };
      const asked = await delivering.call('manage_webhooks', args);
      expect(asked.text).toContain('events that it has not received yet are lost with it');
      const token = field(asked.data, 'question', 'repeat_with', 'confirm_token');
      // Another delivery fails while the user answers: the answer stays valid.
      await delivering.platform.platform.calls.simulate();
      await expect.poll(failures).toMatchObject({ consecutive_failures: 2 });
      const done = await delivering.call('manage_webhooks', { ...args, confirm_token: token });
      expect(done.data, done.text).toMatchObject({
        deleted: old,
        note: expect.stringContaining('events that it had not received are not sent to the new one'),
      });
    } finally {
      await delivering.close();
      await receiver.close();
    }
  });

  it('a webhook that was created a moment ago can be replaced with the same values, which gives another secret', async () => {
    const url = 'https://hooks.example.com/rotated';
    const old = await create(url);
    const replaced = await manage({ action: 'replace', webhook_id: old });
    expect(newId(replaced), replaced.text).not.toBe(old);
    expect(existsSync(replaced.data.secret_file as string)).toBe(true);
    expect((await listed()).filter((hook) => hook.url === url).map(({ id }) => id)).toEqual([newId(replaced)]);
  });

  it('a refused webhook names the scope of its event that the key lacks', async () => {
    const limited = await office.startServer({
      RCPT_API_KEY: await office.platform.key(['webhooks:manage']),
      RCPT_TOOLSETS: 'account,bookings,webhooks',
    });
    const args = { action: 'create', url: 'https://hooks.example.com/in', events: ['booking.created'] };
    const { data, text } = await limited.client.call('manage_webhooks', args);
    expect(text).toContain('needs the scope read:bookings,');
    expect(data.error).toMatchObject({ kind: 'forbidden', scope: 'read:bookings', changed: 'no' });
    const account = (await limited.client.call('get_account_context')).data;
    expect(account.scopes_missing).toEqual(['read:bookings']);
  });

  it('an unknown webhook, or none, is not replaced', async () => {
    const before = await listed();
    const unknown = await manage({ action: 'replace', webhook_id: 'wh_unknown', url: 'https://hooks.example.com/x' });
    expect(unknown.text).toMatch(/\(404\)\. Nothing was changed\./);
    const none = await manage({ action: 'replace', url: 'https://hooks.example.com/x' });
    expect(none.text).toBe('action replace takes webhook_id, and url or events if they change. Nothing was changed.');
    expect(await listed()).toEqual(before);
  });

  it('the question before it says which events the old and the new webhook send, and where', async () => {
    const asking = await office.startServer({ RCPT_TOOLSETS: 'bookings,calls,webhooks', RCPT_CONFIRM: 'destructive' });
    const old = await create('https://hooks.example.com/asked');
    const args = { action: 'replace', webhook_id: old, events: ['booking.cancelled'] };
    const first = await asking.client.call('manage_webhooks', args);
    expect(first.text).toContain(
      'Replace the webhook that sends "booking.created, call.completed" to "https://hooks.example.com/asked" ' +
        'by one with a new secret, which sends "booking.cancelled" to "https://hooks.example.com/asked"?',
    );
    expect((await listed()).some(({ id }) => id === old)).toBe(true);
  });
});

describe('manage_webhooks with action replace, on a platform that fails in between', () => {
  let upstream: Upstream;
  let session: HttpSession;
  let hooks: Hook[];
  let serial = 0;
  /** What the platform does with a creation and with a deletion. */
  let post: Behaviour;
  let remove: Behaviour;
  const SLOW = { timeout: 60_000 };
  const OLD: Hook = { id: 'wh_old', url: 'https://hooks.example.com/old', events: ['booking.created'] };
  const NEW_URL = 'https://hooks.example.com/new';

  const add = (body: string) => {
    const made = { id: `wh_new${++serial}`, ...JSON.parse(body) };
    hooks.push(made);
    return made;
  };
  const stores: Behaviour = (request, response) =>
    json(200, { data: { ...add(request.body), secret: 'whsec_once' } })(request, response);
  const deletes: Behaviour = (request, response) => {
    const id = request.path.split('/').at(-1);
    const found = hooks.some((hook) => hook.id === id);
    hooks = hooks.filter((hook) => hook.id !== id);
    json(found ? 200 : 404, { data: { id, deleted: true } })(request, response);
  };
  const resets: Behaviour = (_request, response) => void response.destroy();

  beforeEach(async () => {
    hooks = [{ ...OLD }];
    [post, remove] = [stores, deletes];
    upstream = await startUpstream((request, response) => {
      const { method, path } = request;
      if (method === 'POST') return post(request, response);
      if (method === 'DELETE') return remove(request, response);
      const id = /\/webhooks\/(\w+)/.exec(path)?.[1];
      if (id === 'events') return page([{ name: 'booking.created' }])(request, response);
      const found = hooks.find((hook) => hook.id === id);
      const answer = id === undefined ? page(hooks) : found ? json(200, { data: found }) : json(404, {});
      return answer(request, response);
    });
    session = await startHttp({
      RCPT_BASE_URL: upstream.url,
      RCPT_API_KEY: 'sk_live_x',
      RCPT_CONFIRM: 'never',
      RCPT_TOOLSETS: 'account,bookings,webhooks',
    });
  });
  afterEach(async () => {
    await session?.close();
    await upstream?.close();
  });
  const replace = (args: object = { url: NEW_URL }) =>
    session.client.call('manage_webhooks', { action: 'replace', webhook_id: 'wh_old', ...args });
  const sent = (method: string) => upstream.received.filter((request) => request.method === method).length;
  const ids = () => hooks.map(({ id }) => id);

  it('the old webhook is deleted after the new one was created', async () => {
    const { isError, text } = await replace();
    expect(isError, text).toBe(false);
    const writes = upstream.received.map(({ method }) => method).filter((method) => method !== 'GET');
    expect(writes).toEqual(['POST', 'DELETE']);
    expect(hooks).toEqual([{ id: `wh_new${serial}`, url: NEW_URL, events: ['booking.created'] }]);
  });

  it('the old webhook stays if the platform refuses the new one', async () => {
    post = json(400, { error: 'bad_request', message: 'This host is not allowed' });
    const { isError, text } = await replace();
    expect(isError).toBe(true);
    expect(text).toContain('Nothing was changed.');
    expect([ids(), sent('DELETE')]).toEqual([['wh_old'], 0]);
  });

  it('if the deletion is refused, the answer has both ids, and a repetition deletes the old one only', async () => {
    remove = json(403, { error: 'forbidden', message: 'Not now' });
    const first = await replace();
    expect(first.isError, first.text).toBe(false);
    expect(first.text).toContain('The new webhook was created, but the old one was not deleted for certain.');
    expect(first.data).toMatchObject({ webhook: { url: NEW_URL }, old_webhook_id: 'wh_old' });
    expect(first.data).not.toHaveProperty('deleted');
    expect(first.data.note).toBe(
      'The old webhook wh_old was not deleted (forbidden): as long as both exist, each receives every event. Repeat the call, or delete wh_old.',
    );
    expect(readFileSync(first.data.secret_file as string, 'utf8')).toContain('whsec_once');
    expect(ids()).toEqual(['wh_old', newId(first)]);

    remove = deletes;
    const again = await replace();
    expect(again.data, again.text).toMatchObject({ deleted: 'wh_old', webhook: { id: newId(first) } });
    expect([ids(), sent('POST')]).toEqual([[newId(first)], 1]);
  });

  it('if the outcome of the deletion is unknown, the answer says that the old webhook may exist', SLOW, async () => {
    remove = resets;
    const answer = await replace();
    expect(answer.data, answer.text).toMatchObject({
      old_webhook_id: 'wh_old',
      note: expect.stringContaining('The old webhook wh_old may not be deleted (connection_lost)'),
    });
  });

  it('the old webhook is deleted if another request deleted it meanwhile', async () => {
    remove = (request, response) => {
      hooks = hooks.filter(({ id }) => id !== 'wh_old');
      json(404, { error: 'not_found', message: 'No such webhook' })(request, response);
    };
    expect((await replace()).data).toMatchObject({ deleted: 'wh_old', webhook: { url: NEW_URL } });
  });

  it.each([
    ['another url', { url: NEW_URL }],
    ['the same values', {}],
  ])(
    'a new webhook with %s whose creation was not answered is found, and the old one deleted',
    SLOW,
    async (_name, args) => {
      post = (request, response) => {
        add(request.body);
        response.destroy();
      };
      const answer = await replace(args);
      expect(answer.data, answer.text).toMatchObject({
        deleted: 'wh_old',
        note: expect.stringContaining('did not confirm it, but the record exists'),
      });
      expect(ids()).toEqual([newId(answer)]);
    },
  );

  it.each([
    ['another url', { url: NEW_URL }],
    ['the same values', {}],
  ])('the old webhook is never taken for a new one with %s that was not created', SLOW, async (_name, args) => {
    post = resets;
    for (const answer of [await replace(args), await replace(args)]) {
      expect(answer.data.error, answer.text).toMatchObject({ kind: expect.any(String), changed: 'unknown' });
    }
    expect([ids(), sent('DELETE')]).toEqual([['wh_old'], 0]);
  });

  it('the old webhook stays if the platform answers with it instead of a new one', SLOW, async () => {
    post = json(200, { data: OLD });
    const answer = await replace({});
    expect(answer.text).toContain('answered with the old webhook itself instead of a new one, so the old one was kept');
    expect([ids(), sent('DELETE')]).toEqual([['wh_old'], 0]);
  });

  it('values that the platform does not show must be given', async () => {
    hooks = [{ ...OLD, events: [] }];
    expect((await replace()).text).toBe(
      'The platform does not show events of the old webhook: give events. Nothing was changed.',
    );
    expect(sent('POST')).toBe(0);
  });

  it('names the undocumented fields of the old webhook that the new one does not have', async () => {
    hooks = [{ ...OLD, description: 'Billing', region: 'eu', updated_at: '2026-01-01T00:00:00Z' }];
    const { data, text } = await replace({ url: NEW_URL, additional_fields: { region: 'us' } });
    expect(data.note, text).toBe(
      'Not copied from the old webhook: description; additional_fields can set such fields.',
    );
    expect(hooks[0]).toMatchObject({ region: 'us' });
  });
});
