import { createHash } from 'node:crypto';
import { Secret } from '../../lib/secrets/secret.ts';
import type { Authenticate, Refusal } from './principal.ts';

/** The form that the log redacts. */
const KEY = /^sk_live_[\w+/=-]{1,240}$/;

const REFUSED: Refusal = {
  status: 401,
  error: 'invalid_key',
  message: "The platform's API key is needed in the header X-API-Key, once, such as X-API-Key: sk_live_…",
  challenge: 'ApiKey realm="rcpt-mcp"',
};

/**
 * Identifies each caller by its own key of the platform. The platform verifies the key with the first request that uses
 * it; no caller is ever served with the key of another one.
 */
export function platformKeyAuthentication(): Authenticate {
  return (headers) => {
    const key = headers['x-api-key'];
    if (key === undefined || !KEY.test(key)) return { refusal: REFUSED };
    const hash = createHash('sha256').update(key).digest('hex');
    return {
      principal: {
        id: `key ${hash}`,
        // Enough to distinguish callers in the log, without a part of the key.
        name: `key ${hash.slice(0, 8)}`,
        platformKey: async () => new Secret(key, 'caller'),
        keyAdvice: 'The key in the X-API-Key header of this MCP client must be replaced by a valid one.',
        unverified: true,
        readOnly: false,
      },
    };
  };
}
