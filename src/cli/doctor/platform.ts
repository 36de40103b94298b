import type { KeyHeader } from '../../api/index.ts';
import { InvalidAddress, parseBaseUrl } from '../../api/url.ts';
import { failed, lookAtConnection } from './connection.ts';
import { lookAtDatabase } from './database.ts';
import { lookAtEndpoints } from './endpoints.ts';
import { type Finding, finding, type Looking } from './finding.ts';
import { lookAtKey } from './key.ts';

/** The platform that the tools would work with: one elsewhere, or the embedded one. */
export async function lookAtPlatform(looking: Looking): Promise<Finding[]> {
  const address = looking.given['base-url'] as string | undefined;
  const hasKey = looking.given['api-key'] !== undefined || looking.given['api-key-file'] !== undefined;
  if (address === undefined) return hasKey ? [] : lookAtDatabase(looking);
  let base: URL;
  try {
    base = parseBaseUrl(address);
  } catch (error) {
    // Said with the settings.
    if (error instanceof InvalidAddress)
      return [finding('address', 'skipped', 'The platform: not tried, its address is wrong')];
    throw error;
  }
  const connection = await lookAtConnection(base);
  const { found, key } = await lookAtKey(looking);
  if (failed(connection) || !key)
    return [...connection, ...found, finding('endpoints', 'skipped', 'The endpoints: not tried')];
  const header = (looking.given['key-header'] as KeyHeader | undefined) ?? 'authorization';
  return [...connection, ...found, ...(await lookAtEndpoints(base, key, header))];
}
