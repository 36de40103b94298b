import { describe, expect, it } from 'vitest';
import { ALL_PROMPTS } from '../../src/server/prompts/index.ts';
import { field } from '../support/clients.ts';
import { KNOWN_BUSINESS } from '../support/program.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { startUpstream } from '../support/upstream.ts';

/** The offer of a server depends on its tools, and it announces only capabilities that it has. */
async function offering<T>(args: string[], check: (session: HttpSession) => Promise<T>, env = {}): Promise<T> {
  const upstream = await startUpstream();
  const session = await startHttp(
    { ...KNOWN_BUSINESS, RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x', ...env },
    args,
  );
  try {
    return await check(session);
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
  it('include the resources and prompts of their tools', async () => {
    await offering(['--toolsets', 'bookings,services'], async (session) => {
      expect(await addresses(session)).toEqual([
        'rcpt://services',
        'rcpt://bookings/{id}',
        'rcpt://bookings/{id}/calendar',
      ]);
      expect(await promptNames(session)).toEqual(['book_appointment', 'move_appointment', 'cancel_appointment']);
      for (const uri of ['rcpt://contacts/x', 'rcpt://calls/x', 'rcpt://calls/x/transcript', 'rcpt://webhooks/events'])
        await expect(session.client.read(uri)).rejects.toMatchObject({ code: -32602, data: { uri } });
      await expect(session.client.prompt('summarize_call')).rejects.toThrow(/not found/);
      // Contacts are disabled: none are suggested.
      expect(await session.client.complete({ prompt: 'book_appointment' }, 'customer', '')).toEqual([]);
    });
  });

  it('without resources and prompts announce neither capability', async () => {
    const check = async ({ client }: HttpSession) => expect(client.capabilities).toEqual({ tools: fixed });
    await offering(['--toolsets', 'keys'], check, { RCPT_SESSION_COOKIE: 'rcpt_session=x', RCPT_TEAM_ID: 'team_1' });
  });

  it('determine the tools that prompts name', async () => {
    await offering(['--toolsets', 'bookings'], async ({ client }) => {
      expect(await client.prompt('book_appointment')).not.toMatch(/get_account_context|list_services|lookup_caller/);
    });
  });
});

it('--read-only offers only prompts that do not write', async () => {
  await offering(['--read-only'], async (session) => {
    expect(await promptNames(session)).toEqual(['summarize_call', 'callbacks_due', 'morning_briefing']);
    expect(await addresses(session)).toHaveLength(8);
    for (const name of ['book_appointment', 'move_appointment', 'cancel_appointment'])
      await expect(session.client.prompt(name, { appointment: 'x', when: 'y' })).rejects.toThrow(/not found/);
  });
});

it('the server announces exactly its capabilities', async () => {
  await offering([], async ({ client }) => {
    expect(client.capabilities).toEqual({ tools: fixed, resources: fixed, prompts: fixed, completions: {} });
    expect(client.server).toMatchObject({ name: 'rcpt-mcp', title: 'Receptionist', icons: [{}] });
    expect(client.server).not.toHaveProperty('websiteUrl');
    const shown = [...(await client.resources()), ...(await client.templates()), ...(await client.prompts())];
    for (const listing of shown) expect(field(listing, 'icons', 0, 'src')).toMatch(/^data:image\/svg\+xml,%3Csvg/);
    for (const tool of await client.tools()) expect(tool).not.toHaveProperty('icons');
  });
});

it('the server has exactly the documented prompts', () => {
  expect(ALL_PROMPTS.map(({ name }) => name)).toEqual([
    'book_appointment',
    'move_appointment',
    'cancel_appointment',
    'summarize_call',
    'callbacks_due',
    'morning_briefing',
  ]);
});
