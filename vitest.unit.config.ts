import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { unitTests } from './test/support/unit-tests.ts';

/** `npm run test:unit`: a part of the tests, all of which are in vitest.config.ts. */
export default defineConfig({
  test: {
    include: await unitTests(),
    testTimeout: 30_000,
    // The main process only waits for the workers. By default one processor is left to it.
    maxWorkers: availableParallelism(),
    // As in vitest.config.ts.
    isolate: false,
    setupFiles: ['test/support/without-network.ts'],
  },
});
