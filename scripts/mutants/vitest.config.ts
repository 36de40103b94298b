import { relative } from 'node:path';
import { mergeConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import base from '../../vitest.config.ts';
import { readOrder } from './order.ts';

/** Runs test files in the order that the environment gives. */
class GivenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = readOrder();
    const rank = ({ moduleId }: TestSpecification) =>
      order.indexOf(relative(this.ctx.config.root, moduleId).replaceAll('\\', '/'));
    return [...files].sort((a, b) => rank(a) - rank(b));
  }
}

export default mergeConfig(base, {
  test: {
    sequence: { sequencer: GivenOrder },
    setupFiles: ['scripts/mutants/mark-test-file.ts'],
    // A test that waits in vain for what a change prevents fails sooner.
    testTimeout: 15_000,
    hookTimeout: 15_000,
  },
});
