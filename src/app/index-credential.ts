import { createHash } from 'node:crypto';
import type { Secret } from '../lib/secrets/secret.ts';

/** Identifies the API key whose records an index has. The key is random, so that its digest does not reveal it. */
export const indexCredential = (key: Secret): string =>
  createHash('sha256').update(`rcpt-mcp index 1 ${key.reveal()}`).digest('base64url');
