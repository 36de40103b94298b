import { describe, expect, it } from 'vitest';
import { ALL_TOOLS } from '../../src/tools/index.ts';
import { VALID_ARGUMENTS } from '../support/arguments.ts';
import { startHttp } from '../support/session.ts';
import { startUpstream } from '../support/upstream.ts';

/** Returns the listed tools, after a check that the others cannot be called. */
async function offered(args: string[]) {
  const upstream = await startUpstream();
  const session = await startHttp({ RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' }, args);
  const listed = (await session.client.tools()).map((tool) => tool.name);
  const context = await session.client.call('get_account_context').catch(() => undefined);
  for (const tool of ALL_TOOLS.filter((candidate) => !listed.includes(candidate.name))) {
    await expect(session.client.call(tool.name, VALID_ARGUMENTS[tool.name])).rejects.toThrow(/not found/);
  }
  // Whether the platform states its hours is asked for the context.
  const received = upstream.received.filter(({ path }) => path !== '/api/v1/capabilities').length;
  await session.close();
  await upstream.close();
  return { listed, hidden: context?.data.hidden_tools, received };
}

const names = (keep: (tool: (typeof ALL_TOOLS)[number]) => boolean) => ALL_TOOLS.filter(keep).map((tool) => tool.name);

describe('tool selection', () => {
  it('offers all toolsets except setup and keys by default', async () => {
    const { listed, hidden, received } = await offered([]);
    expect(listed).toEqual(names((tool) => !['setup', 'keys'].includes(tool.toolset)));
    expect(hidden).toContainEqual({ name: 'create_api_key', reason: 'toolset keys is off' });
    expect(hidden).toContainEqual({ name: 'close_days', reason: 'toolset setup is off' });
    expect(received).toBe(0);
  });

  it('--read-only offers only tools that read', async () => {
    const { listed, hidden, received } = await offered(['--read-only']);
    expect(listed).toEqual(names((tool) => tool.effect === 'read' && tool.toolset !== 'setup'));
    expect(hidden).toContainEqual({ name: 'create_booking', reason: 'read-only mode' });
    expect(received).toBe(0);
  });

  it('--toolsets offers only the named toolsets', async () => {
    const { listed, received } = await offered(['--toolsets', 'bookings, services', '--read-only']);
    expect(listed).toEqual(names((tool) => ['bookings', 'services'].includes(tool.toolset) && tool.effect === 'read'));
    expect(received).toBe(0);
  });
});
