import { expect, it } from 'vitest';
import { manualClock } from '../../support/clock.ts';
import { newDatabase } from '../../support/engines.ts';
import { startPlatform } from '../../support/platform.ts';
import { httpClient } from '../support/client.ts';
import { PASSWORD, signIn } from '../support/dashboard.ts';
import { NOW, smallBusiness } from '../support/fixture.ts';

const OWNER = 'owner.a@example.com';

it('the last sign-in is known from the session that a process of an earlier version has stored', async () => {
  const { database, direct, remove } = await newDatabase();
  const { platform, url, close } = await startPlatform({
    database,
    business: smallBusiness(),
    clock: manualClock(NOW),
  });
  try {
    await platform.users.setPassword(OWNER, PASSWORD);
    const owner = await signIn(httpClient(url), OWNER);
    // What such a process leaves: it does not know the column.
    await direct('update users set last_sign_in_at = null');
    const [listed] = (await owner.send('GET', '/dashboard/teams/team_a/users')).body.data.filter(
      ({ email }: { email: string }) => email === OWNER,
    );
    expect(listed).toMatchObject({ open_sessions: 1, last_sign_in_at: listed.signed_in_at });
  } finally {
    await close();
    await remove();
  }
});
