import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Small files that take long. */
const LONG = [
  'test/faults/seeded.test.ts',
  'test/faults/crash.test.ts',
  'test/replicas/crash.test.ts',
  'test/voice/intake/crash.test.ts',
  'test/platform/deliveries/load.test.ts',
  'test/platform/serial-order.test.ts',
  'test/platform/history.test.ts',
  'test/differential/differential.test.ts',
  'test/faults/same-person.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/e2e/readme.test.ts',
];

/**
 * Starts these files first. Vitest starts large files first where it knows no durations, as in CI: small ones that take long
 * would be the last to start, and the other workers would wait for them.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((path) => moduleId.endsWith(path));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
