import { expect } from 'vitest';
import type { StartedPlatform } from '../../support/platform.ts';
import { httpClient } from './client.ts';
import { PASSWORD, signIn } from './dashboard.ts';

interface Call {
  id: string;
  promises: { kind: string; number: number }[];
}

/** Marks the first open promise of a platform, as the owner does in the dashboard. Returns the id of its call. */
export async function markOpenPromise(
  { platform, url, key }: StartedPlatform,
  status: 'done' | 'open' = 'done',
): Promise<string> {
  const send = httpClient(url);
  const { body } = await send('GET', '/v1/follow-ups?status=open', { key: await key() });
  const [call] = (body.data as unknown as { calls: Call[] }).calls;
  const [owner] = (await platform.users.list()).filter(({ role }) => role === 'owner');
  await platform.users.setPassword(owner?.email ?? '', PASSWORD);
  const user = await signIn(send, owner?.email ?? '');
  const { kind, number } = call?.promises[0] ?? {};
  const path = `/dashboard/teams/${platform.team.id}/calls/${call?.id}/promise-marks`;
  expect((await user.send('POST', path, { kind, number, status })).status).toBe(200);
  return call?.id ?? '';
}
