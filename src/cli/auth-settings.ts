import { InvalidAddress, parseBaseUrl } from '../api/url.ts';
import type { AuthMode } from './http-options.ts';
import type { Given } from './parse.ts';
import { UsageError } from './usage-error.ts';

/** How callers over HTTP are known. */
export interface AuthSettings {
  mode: AuthMode;
  /** Whether callers differ in their keys of the platform: then nothing of the operator's is lent to any. */
  ownKeys: boolean;
  /** The file of hashed tokens; empty unless that is the mode. */
  tokensFile: string;
  /** Where clients reach this server, without `/mcp`. */
  publicUrl: URL | undefined;
}

export function readAuthSettings(given: Given): AuthSettings {
  const mode = (given.auth as AuthMode | undefined) ?? 'none';
  const settings: AuthSettings = {
    mode,
    ownKeys: mode === 'platform-key',
    tokensFile: mode === 'token' ? readTokensFile(given) : '',
    publicUrl: readPublicUrl(given['public-url'] as string | undefined),
  };
  if (mode !== 'token' && given.tokens !== undefined && given.auth !== undefined) {
    throw new UsageError(`--tokens (RCPT_TOKENS) is for --auth token, not for --auth ${mode}: remove one of them.`);
  }
  if (settings.ownKeys) refuseShared(given, mode);
  return settings;
}

/** The file of hashed tokens. */
export function readTokensFile(given: Given): string {
  const path = given.tokens as string | undefined;
  if (path !== undefined) return path;
  throw new UsageError(
    'The file of tokens is needed: --tokens ./tokens.jsonl (RCPT_TOKENS). rcpt-mcp tokens create --tokens ./tokens.jsonl --name "front desk" makes it.',
  );
}

function readPublicUrl(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  try {
    return parseBaseUrl(text);
  } catch (error) {
    if (error instanceof InvalidAddress) throw new UsageError(`--public-url (RCPT_PUBLIC_URL) ${error.message}.`);
    throw error;
  }
}

/** What is the operator's, or of one team, is for no caller that comes with a key of its own. */
function refuseShared(given: Given, mode: AuthMode): void {
  const shared = (['webhooks', 'webhook-secrets', 'webhook-path-secret', 'poll'] as const).find(
    (name) => given[name] !== undefined && given[name] !== false,
  );
  if (shared) {
    throw new UsageError(
      `${shared} is of no use with --auth ${mode}: callers may belong to different teams, and nobody knows who may hear of which events. Remove it, or choose --auth token.`,
    );
  }
  if ((given.toolsets as string[] | undefined)?.includes('keys')) {
    throw new UsageError(
      `The toolset keys uses the operator's dashboard session, which --auth ${mode} lends to no caller: remove it from --toolsets.`,
    );
  }
}

/** Whether other machines may reach this server. */
export function checkOpen(given: Given): void {
  const mode = (given.auth as AuthMode | undefined) ?? 'none';
  if (mode === 'none') {
    throw new UsageError(
      '--host (RCPT_HOST) must be a loopback address, such as 127.0.0.1, because nobody is asked who they are: whoever reaches this server works with its key. For other machines add --auth token --tokens ./tokens.jsonl (rcpt-mcp tokens create makes it) and --public-url https://the.name.of.your.proxy.',
    );
  }
  if (given['public-url'] === undefined) {
    throw new UsageError(
      '--host (RCPT_HOST) beyond this machine needs --public-url (RCPT_PUBLIC_URL), such as https://receptionist-mcp.example.com: the name under which clients come, others are refused.',
    );
  }
}
