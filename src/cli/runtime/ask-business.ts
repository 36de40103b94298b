import { attempt } from '../../api/attempt.ts';
import { type Api, ApiError } from '../../api/index.ts';
import { readStated } from '../../app/stated-business.ts';
import type { RemotePlatform } from '../../config/platform.ts';
import type { StatedBusiness } from '../../config/platform-profile.ts';
import { VERSION } from '../../config/version.ts';
import { announcedExtensions, type EndpointName, type ExtensionName } from '../../contract/index.ts';

/** How long a command waits for each of the two answers, in milliseconds. */
const TIMEOUT_MS = 3_000;

/**
 * Asks a remote platform once what it states about the business. Undefined if it states nothing, if there is no key, or if it does not
 * answer: the command goes on without.
 */
export async function askBusiness({ baseUrl, keyHeader, key }: RemotePlatform): Promise<StatedBusiness | undefined> {
  if (!key) return undefined;
  const { networkSender } = await import('../../api/network/network-sender.ts');
  const { send, close } = networkSender();
  const options = { baseUrl, key, keyHeader, userAgent: `rcpt-mcp/${VERSION}`, send };
  const ask = (name: EndpointName) => attempt(options, name, {}, TIMEOUT_MS);
  const api = {
    getCapabilities: () => ask('getCapabilities'),
    getBusiness: () => ask('getBusiness'),
  } as Pick<Api, 'getCapabilities' | 'getBusiness'>;
  const announcesForCertain = async (name: ExtensionName) =>
    announcedExtensions(await api.getCapabilities({})).has(name);
  try {
    return await readStated({ api, extensions: { announcesForCertain } });
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  } finally {
    await close();
  }
}
