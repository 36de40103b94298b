import { nodeSender } from './node-sender.ts';
import type { NetworkOptions, NetworkSender } from './options.ts';

/** The requests after which a process probably sends many more. */
export const FEW_REQUESTS = 50;

/**
 * Sends the first requests with `node:http`, which is ready some twenty milliseconds earlier. A process that sends more loads
 * undici, and sends all further ones with it: each takes half the processor time.
 */
export function networkSender(options: NetworkOptions = {}): NetworkSender {
  const first = nodeSender(options);
  let sender = first;
  let sent = 0;
  let change: Promise<void> | undefined;
  const changeToUndici = async () => {
    const { undiciSender } = await import('./undici-sender.ts');
    sender = undiciSender(options);
  };
  return {
    send(request) {
      sent += 1;
      // The files of the program can be gone, during an update: then it continues without undici.
      if (sent === FEW_REQUESTS) change = changeToUndici().catch(() => {});
      return sender.send(request);
    },
    async close() {
      await change;
      await Promise.all(sender === first ? [first.close()] : [first.close(), sender.close()]);
    },
  };
}
