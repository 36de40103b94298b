import { describe, expect, it } from 'vitest';
import { ALL_PROMPTS } from '../../src/server/prompts/index.ts';
import { field } from '../support/clients.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { startUpstream } from '../support/upstream.ts';

/** What a server offers follows from its tools; what it announces is what it does. */
async function offering<T>(args: string[], look: (session: HttpSession) => Promise<T>, env = {}): Promise<T> {
  const upstream = await startUpstream();
  const session = await startHttp({ RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x', ...env }, args);
  try {
    return await look(session);
  } finally {
    expect(upstream.received).toEqual([]);
    await session.close();
    await upstream.close();
  }
}

const addresses = async ({ client }: HttpSession) => [
  ...(await client.resources()).map(({ uri }) => uri),
  ...(await client.templates()).map(({ uriTemplate }) => uriTemplate),
];
const promptNames = async ({ client }: HttpSession) => (await client.prompts()).map(({ name }) => name);
const fixed = { listChanged: false };

describe('toolsets', () => {
  it('take the resources and prompts of their tools with them', async () => {
    await offering(['--toolsets', 'bookings,services'], async (session) => {
      expect(await addresses(session)).toEqual(['rcpt://services', 'rcpt://bookings/{id}']);
      expect(await promptNames(session)).toEqual(['book_appointment', 'move_appointment', 'cancel_appointment']);
      for (const uri of ['rcpt://contacts/x', 'rcpt://calls/x', 'rcpt://calls/x/transcript', 'rcpt://webhooks/events'])
        await expect(session.client.read(uri)).rejects.toMatchObject({ code: -32602, data: { uri } });
      await expect(session.client.prompt('summarize_call')).rejects.toThrow(/not found/);
      // Contacts are off: nobody is suggested.
      expect(await session.client.complete({ prompt: 'book_appointment' }, 'customer', '')).toEqual([]);
    });
  });

  it('without any of either announce neither', async () => {
    const look = async ({ client }: HttpSession) => expect(client.capabilities).toEqual({ tools: fixed });
    await offering(['--toolsets', 'keys'], look, { RCPT_SESSION_COOKIE: 'rcpt_session=x', RCPT_TEAM_ID: 'team_1' });
  });

  it('do not name tools that are off', async () => {
    await offering(['--toolsets', 'bookings'], async ({ client }) => {
      expect(await client.prompt('book_appointment')).not.toMatch(/get_account_context|list_services|lookup_caller/);
    });
  });
});

it('--read-only leaves the prompts that only read', async () => {
  await offering(['--read-only'], async (session) => {
    expect(await promptNames(session)).toEqual(['summarize_call', 'callbacks_due', 'morning_briefing']);
    expect(await addresses(session)).toHaveLength(7);
    for (const name of ['book_appointment', 'move_appointment', 'cancel_appointment'])
      await expect(session.client.prompt(name, { appointment: 'x', when: 'y' })).rejects.toThrow(/not found/);
  });
});

it('announces what it does, and no more', async () => {
  await offering([], async ({ client }) => {
    expect(client.capabilities).toEqual({ tools: fixed, resources: fixed, prompts: fixed, completions: {} });
    expect(client.server).toMatchObject({ name: 'rcpt-mcp', title: 'Receptionist', icons: [{}] });
    expect(client.server).not.toHaveProperty('websiteUrl');
    const shown = [...(await client.resources()), ...(await client.templates()), ...(await client.prompts())];
    for (const listing of shown) expect(field(listing, 'icons', 0, 'src')).toMatch(/^data:image\/svg\+xml,%3Csvg/);
    for (const tool of await client.tools()) expect(tool).not.toHaveProperty('icons');
  });
});

it('prompts are those that this test knows', () => {
  expect(ALL_PROMPTS.map(({ name }) => name)).toEqual([
    'book_appointment',
    'move_appointment',
    'cancel_appointment',
    'summarize_call',
    'callbacks_due',
    'morning_briefing',
  ]);
});
