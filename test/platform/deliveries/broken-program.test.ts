import { expect, it } from 'vitest';
import { silentLogger } from '../../../src/lib/logging/logger.ts';
import { DEFAULT_SETTINGS } from '../../../src/platform/deliveries/settings.ts';
import { startWorker } from '../../../src/platform/deliveries/worker.ts';
import { openStore } from '../../../src/platform/store/store.ts';
import { newDatabase } from '../../support/engines.ts';
import { startUpstream } from '../../support/upstream.ts';
import { QUICK } from '../support/quick.ts';
import { eventually, openSalon } from '../support/salon.ts';

it('an attempt that the program cannot make is made later, and does not end the program', async () => {
  const test = await newDatabase();
  const target = await startUpstream();
  const salon = await openSalon({ database: test.database, deliveries: false });
  const store = await openStore(test.database, Date.now());
  let failures = 0;
  const settings = {
    ...DEFAULT_SETTINGS,
    ...QUICK,
    // Stands for the module of attempts, which is loaded with the first one and may be gone by then.
    get timeoutMs() {
      if (failures++ === 0) throw new Error('Cannot find module');
      return 2_000;
    },
  };
  const worker = startWorker(store, settings, silentLogger);
  await salon.subscribe(target.url);
  await salon.book();
  await eventually(() => target.received.length).toBe(1);
  expect(failures).toBeGreaterThan(1);
  await worker.close();
  await store.close();
  await salon.close();
  await target.close();
  await test.remove();
});
