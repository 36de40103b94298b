import { type CheckContext, type CheckResult, result } from './check.ts';
import { checkConnection, hasProblem } from './connection.ts';
import { checkCreateRequests } from './create-requests.ts';
import { checkDatabase } from './database.ts';
import { checkEndpoints } from './endpoints.ts';
import { checkKey } from './key.ts';

/** Checks the platform that the tools would use: a remote one, or the embedded one. */
export async function checkPlatform(context: CheckContext): Promise<CheckResult[]> {
  const { options, invalid } = context;
  if (invalid['base-url'] !== undefined) {
    return [result('address', 'skipped', 'The platform: not checked, because its address is invalid')];
  }
  const { 'base-url': baseUrl, 'key-header': keyHeader } = options;
  const hasKey = options['api-key'] !== undefined || options['api-key-file'] !== undefined;
  if (baseUrl === undefined) return hasKey ? [] : checkDatabase(context);
  const connection = await checkConnection(baseUrl);
  const isConnected = !hasProblem(connection);
  const requests = checkCreateRequests(context);
  if (!hasKey && (options.auth === 'platform-key' || options.auth === 'oauth')) {
    const summary = 'The endpoints: not checked, because each client has its own key';
    return [...connection, ...(isConnected ? [result('endpoints', 'note', summary)] : []), ...requests];
  }
  const { found, key } = await checkKey(context);
  if (isConnected && key) {
    return [...connection, ...found, ...(await checkEndpoints(baseUrl, key, keyHeader)), ...requests];
  }
  const because = isConnected ? 'there is no usable key' : 'there is no connection';
  const skipped = result('endpoints', 'skipped', `The endpoints: not checked, because ${because}`);
  return [...connection, ...found, skipped, ...requests];
}
