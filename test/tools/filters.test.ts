import { describe, expect, it } from 'vitest';
import { ALL_TOOLS } from '../../src/tools/index.ts';
import { VALID_ARGUMENTS } from '../support/arguments.ts';
import { startHttp } from '../support/session.ts';
import { startUpstream } from '../support/upstream.ts';

/** Tools that are switched off can be neither seen nor called. */
async function offered(args: string[]) {
  const upstream = await startUpstream();
  const session = await startHttp({ RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' }, args);
  const listed = (await session.client.tools()).map((tool) => tool.name);
  const context = await session.client.call('get_account_context').catch(() => undefined);
  for (const tool of ALL_TOOLS.filter((candidate) => !listed.includes(candidate.name))) {
    await expect(session.client.call(tool.name, VALID_ARGUMENTS[tool.name])).rejects.toThrow(/not found/);
  }
  const received = upstream.received.length;
  await session.close();
  await upstream.close();
  return { listed, hidden: context?.data.hidden_tools, received };
}

const names = (keep: (tool: (typeof ALL_TOOLS)[number]) => boolean) => ALL_TOOLS.filter(keep).map((tool) => tool.name);

describe('filters', () => {
  it('by default all but keys', async () => {
    const { listed, hidden, received } = await offered([]);
    expect(listed).toEqual(names((tool) => tool.toolset !== 'keys'));
    expect(hidden).toEqual([{ name: 'create_api_key', reason: 'toolset keys is off' }]);
    expect(received).toBe(0);
  });

  it('--read-only leaves what reads', async () => {
    const { listed, hidden, received } = await offered(['--read-only']);
    expect(listed).toEqual(names((tool) => tool.effect === 'read'));
    expect(hidden).toContainEqual({ name: 'create_booking', reason: 'read-only mode' });
    expect(received).toBe(0);
  });

  it('--toolsets leaves what it names', async () => {
    const { listed, received } = await offered(['--toolsets', 'bookings, services', '--read-only']);
    expect(listed).toEqual(names((tool) => ['bookings', 'services'].includes(tool.toolset) && tool.effect === 'read'));
    expect(received).toBe(0);
  });
});
