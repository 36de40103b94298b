import { Agent } from 'undici';
import { createApi } from '../../src/api/index.ts';
import { networkSender } from '../../src/api/network/network-sender.ts';
import { scan } from '../../src/api/scan.ts';
import { Secret } from '../../src/lib/secrets/secret.ts';
import { systemClock } from '../../src/lib/time/clock.ts';
import { median, table } from './numbers.ts';

const STEPS = [1, 2, 4, 6, 8, 12, 16];

/** Measures a search at each concurrency on each platform, and the latency of another client's requests during it. */
export async function concurrencyTable(
  platforms: readonly { name: string; url: string }[],
  key: string,
  rounds: number,
): Promise<string> {
  const cells = new Map(STEPS.map((step) => [step, new Map<string, { taken: number[]; others: number[] }>()]));
  for (const { name, url } of platforms) {
    const other = new Agent();
    const { send, close } = networkSender();
    const secret = new Secret(key);
    const api = createApi({ baseUrl: new URL(url), send, key: () => secret, userAgent: 'bench' });
    const search = (concurrency: number) =>
      scan(
        (query) => api.listBookings({ query }),
        () => {},
        { clock: systemClock, concurrency },
      );
    await search(6);
    for (let round = 0; round < rounds; round++) {
      for (const step of STEPS) {
        const cell = cells.get(step)?.get(name) ?? { taken: [], others: [] };
        cells.get(step)?.set(name, cell);
        let isDone = false;
        const begin = performance.now();
        const searching = search(step).finally(() => {
          isDone = true;
          cell.taken.push(performance.now() - begin);
        });
        while (!isDone) {
          const sent = performance.now();
          const path = '/api/v1/bookings?page=1&per_page=1';
          const { body } = await other.request({ origin: url, path, method: 'GET', headers: { 'x-api-key': key } });
          await body.dump();
          cell.others.push(performance.now() - sent);
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
        await searching;
      }
    }
    await Promise.all([close(), other.close()]);
  }
  const rows = STEPS.map((step) => [
    String(step),
    ...platforms.map(({ name }) => {
      const { taken = [], others = [] } = cells.get(step)?.get(name) ?? {};
      return `${median(taken).toFixed(0)} (${median(others).toFixed(0)})`;
    }),
  ]);
  return table(['concurrency', ...platforms.map(({ name }) => name)], rows);
}
