import { type ManualClock, manualClock } from '../../support/clock.ts';
import { type StartedPlatform, type StartOptions, startPlatform } from '../../support/platform.ts';
import { httpClient, type Send } from './client.ts';
import { NOW, smallBusiness } from './fixture.ts';
import { type Ids, idsOf } from './requests.ts';

/** Two teams in one platform, served over HTTP, with a key for each. */
export interface World extends StartedPlatform {
  clock: ManualClock;
  send: Send;
  /** Key of team a with all scopes. */
  keyA: string;
  keyB: string;
  idsA: Ids;
  idsB: Ids;
}

export async function startWorld(options: Pick<StartOptions, 'deliveries' | 'logger'> = {}): Promise<World> {
  const clock = manualClock(NOW);
  const started = await startPlatform({ business: smallBusiness('a'), clock, ...options });
  await started.platform.addBusiness(smallBusiness('b'));
  const send = httpClient(started.url);
  const keyA = await started.key();
  const keyB = await started.key(undefined, 'team_b');
  const webhook = async (key: string) => {
    const body = { url: 'https://hooks.example.com/first', events: ['call.completed'] };
    return String((await send('POST', '/v1/webhooks', { key, body })).body.data.id);
  };
  const feed = async (key: string) =>
    String((await send('POST', '/v1/calendar-feeds', { key, body: {} })).body.data.id);
  const idsA = idsOf('a', await webhook(keyA), await feed(keyA));
  const idsB = idsOf('b', await webhook(keyB), await feed(keyB));
  return { ...started, clock, send, keyA, keyB, idsA, idsB };
}
