import { nodeSender } from '../../src/api/network/node-sender.ts';
import { undiciSender } from '../../src/api/network/undici-sender.ts';

/** Both senders of requests over the network, with their names. */
export const SENDERS = [
  ['undici', undiciSender],
  ['node:http', nodeSender],
] as const;
