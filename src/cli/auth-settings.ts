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
  /** Undefined unless that is the mode. */
  oauth: OAuthSettings | undefined;
}

export interface OAuthSettings {
  issuer: URL;
  /** This server as tokens name it, and as clients know it: ends in `/mcp`. */
  resource: URL;
  principalsFile: string;
}

export function readAuthSettings(given: Given): AuthSettings {
  const mode = (given.auth as AuthMode | undefined) ?? 'none';
  const publicUrl = readUrl(given, 'public-url');
  const settings: AuthSettings = {
    mode,
    ownKeys: mode === 'platform-key' || mode === 'oauth',
    tokensFile: mode === 'token' ? readTokensFile(given) : '',
    publicUrl,
    oauth: mode === 'oauth' ? readOAuth(given, publicUrl) : undefined,
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

function readUrl(given: Given, name: 'public-url' | 'oauth-issuer'): URL | undefined {
  const text = given[name] as string | undefined;
  if (text === undefined) return undefined;
  try {
    return parseBaseUrl(text);
  } catch (error) {
    const variable = `RCPT_${name.toUpperCase().replace('-', '_')}`;
    if (error instanceof InvalidAddress) throw new UsageError(`--${name} (${variable}) ${error.message}.`);
    throw error;
  }
}

function readOAuth(given: Given, publicUrl: URL | undefined): OAuthSettings {
  const issuer = readUrl(given, 'oauth-issuer');
  const principalsFile = given.principals as string | undefined;
  if (!issuer || !publicUrl || principalsFile === undefined) {
    throw new UsageError(
      '--auth oauth needs --oauth-issuer https://login.example.com (whose tokens), --public-url https://receptionist-mcp.example.com (the server that they must be for, less /mcp), and --principals ./principals.json (whom to let in).',
    );
  }
  const resource = new URL(`${publicUrl.href.replace(/\/$/, '')}/mcp`);
  return { issuer, resource, principalsFile };
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
  if (given['public-url'] === undefined && given['allowed-hosts'] === undefined) {
    throw new UsageError(
      '--host (RCPT_HOST) beyond this machine needs --public-url (RCPT_PUBLIC_URL), such as https://receptionist-mcp.example.com, or --allowed-hosts: the names under which clients come, others are refused.',
    );
  }
}
