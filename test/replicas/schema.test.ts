import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';
import { silentLogger } from '../../src/lib/logger.ts';
import { openSharedState } from '../../src/state/index.ts';
import { runStatements } from '../support/postgres/server.ts';
import { type SharedDatabase, sharedDatabase } from '../support/postgres/shared.ts';

/** The schema of what replicas share, made by several at once. */
let shared: SharedDatabase;

beforeAll(async () => {
  shared = await sharedDatabase();
});
afterAll(() => shared?.remove());

const open = () =>
  openSharedState({ url: shared.database, clock: systemClock, logger: silentLogger, intentsKeptMs: 60_000 });

it('all that begin at the same moment find it made once, with one secret', async () => {
  for (let round = 0; round < 12; round++) {
    await runStatements(shared.database, 'drop schema if exists rcpt_state cascade');
    const states = await Promise.all(Array.from({ length: 6 }, open));
    const secrets = await Promise.all(states.map((state) => state.secret('signing'))).finally(() =>
      Promise.all(states.map((state) => state.close())),
    );
    expect(new Set(secrets.map((secret) => secret.reveal())).size).toBe(1);
    expect(secrets[0]?.reveal()).toMatch(/^[\w-]{43}$/);
  }
});
