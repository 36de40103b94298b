import { expect } from 'vitest';
import type { ExtensionName } from '../../../../src/contract/index.ts';
import type { DemoBusiness } from '../../../../src/platform/index.ts';
import type { TestClient, ToolAnswer } from '../../../support/clients.ts';
import { type StartedPlatform, startPlatform } from '../../../support/platform.ts';
import { startHttp } from '../../../support/session.ts';
import { startWithout } from '../../../support/without-extensions.ts';

/** Two servers in front of one platform: to one of them, the platform does not announce an extension. */
export interface BothWays {
  platform: StartedPlatform;
  key: string;
  /** Uses the extension. */
  asking: TestClient;
  /** Reads the whole lists. */
  scanning: TestClient;
  /** Number of requests of the server that uses the extension. */
  requests(): number;
  close(): Promise<void>;
}

export async function startBothWays(business: DemoBusiness, ...hidden: ExtensionName[]): Promise<BothWays> {
  const platform = await startPlatform({ business });
  const key = await platform.key();
  const [announcing, silent] = await Promise.all([startWithout(platform.url), startWithout(platform.url, ...hidden)]);
  const env = { RCPT_API_KEY: key, RCPT_TIME_ZONE: 'Europe/Vienna', RCPT_DEFAULT_COUNTRY: 'AT' };
  const [asking, scanning] = await Promise.all(
    [announcing, silent].map(({ url }) => startHttp({ ...env, RCPT_BASE_URL: url })),
  );
  if (!asking || !scanning) throw new Error('two servers were started');
  return {
    platform,
    key,
    asking: asking.client,
    scanning: scanning.client,
    requests: () => announcing.received.length,
    async close() {
      await Promise.all([asking.close(), scanning.close()]);
      await Promise.all([announcing.close(), silent.close()]);
      await platform.close();
    },
  };
}

/** What an answer says about the records. Only a scan knows how many it read, and that it read earlier. */
export function comparable({ data, text, isError }: ToolAnswer) {
  if (isError) return { error: text };
  const { scanned: _scanned, read_at: _readAt, now_local: _now, cursor, ...rest } = data;
  return { ...rest, continues: cursor !== undefined };
}

/**
 * Expects the same answers of both servers, up to the last page. The servers take turns with the cursors of each other.
 * @returns the number of records.
 */
export async function expectSame(both: BothWays, tool: string, args: Record<string, unknown>): Promise<number> {
  let cursor: unknown;
  let count = 0;
  for (let page = 0; page < 200; page++) {
    const input = { ...args, ...(cursor === undefined ? {} : { cursor }) };
    const [asked, scanned] = await Promise.all([both.asking.call(tool, input), both.scanning.call(tool, input)]);
    const context = `${tool} ${JSON.stringify(args)}, page ${page}`;
    expect(comparable(asked), context).toEqual(comparable(scanned));
    if (!asked.isError) expect(asked.data.scanned, context).toBeUndefined();
    count += ((asked.data.items as unknown[] | undefined) ?? []).length;
    cursor = (page % 2 === 0 ? asked : scanned).data.cursor;
    if (cursor === undefined) return count;
  }
  throw new Error(`${tool} ${JSON.stringify(args)} does not end`);
}
