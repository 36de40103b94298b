import type { DeliverySettings } from '../../../src/platform/index.ts';

/** Short delays for tests, with more attempts than a test makes fail. */
export const QUICK: Partial<DeliverySettings> = {
  retryDelaysMs: [20, 40, 80, 160, 320, 640, ...Array.from({ length: 10 }, () => 1_000)],
  takeoverMs: 2_000,
  leaseMs: 4_000,
  timeoutMs: 2_000,
};
