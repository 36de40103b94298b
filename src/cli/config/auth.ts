import type { AuthMode } from '../options/auth.ts';
import type { OptionValues } from '../options/index.ts';
import { UsageError } from '../runtime/usage-error.ts';

/** How callers over HTTP are authenticated. */
export interface AuthSettings {
  mode: AuthMode;
  /** Whether each caller has its own platform key: then no caller may use the operator's resources. */
  ownKeys: boolean;
  /** The file of hashed tokens; empty in other modes. */
  tokensFile: string;
  /** The address under which clients reach this server, without `/mcp`. */
  publicUrl: URL | undefined;
  /** Undefined in other modes. */
  oauth: OAuthSettings | undefined;
}

export interface OAuthSettings {
  issuer: URL;
  /** This server as the tokens' audience and as its clients name it: ends in `/mcp`. */
  resource: URL;
  principalsFile: string;
}

export function readAuthSettings(options: OptionValues): AuthSettings {
  const { auth: mode = 'none', 'public-url': publicUrl } = options;
  const settings: AuthSettings = {
    mode,
    ownKeys: mode === 'platform-key' || mode === 'oauth',
    tokensFile: mode === 'token' ? readTokensFile(options) : '',
    publicUrl,
    oauth: mode === 'oauth' ? readOAuth(options) : undefined,
  };
  if (mode !== 'token' && options.tokens !== undefined && options.auth !== undefined) {
    throw new UsageError(`--tokens (RCPT_TOKENS) is for --auth token, not for --auth ${mode}: remove one of them.`);
  }
  if (settings.ownKeys) refuseShared(options, mode);
  return settings;
}

/** The file of hashed tokens. */
export function readTokensFile({ tokens }: OptionValues): string {
  if (tokens !== undefined) return tokens;
  throw new UsageError(
    'The file of tokens is needed: --tokens ./tokens.jsonl (RCPT_TOKENS). rcpt-mcp tokens create --tokens ./tokens.jsonl --name "front desk" makes it.',
  );
}

function readOAuth(options: OptionValues): OAuthSettings {
  const { 'oauth-issuer': issuer, 'public-url': publicUrl, principals: principalsFile } = options;
  if (!issuer || !publicUrl || principalsFile === undefined) {
    throw new UsageError(
      '--auth oauth needs --oauth-issuer https://login.example.com (whose tokens), --public-url https://receptionist-mcp.example.com (the server that they must be for, less /mcp), and --principals ./principals.json (whom to let in).',
    );
  }
  const resource = new URL(`${publicUrl.href.replace(/\/$/, '')}/mcp`);
  return { issuer, resource, principalsFile };
}

/** Callers with keys of their own must not share the operator's events or dashboard session. */
function refuseShared(options: OptionValues, mode: AuthMode): void {
  const shared = (['webhooks', 'webhook-secrets', 'webhook-path-secret', 'poll'] as const).find(
    (name) => options[name] !== undefined && options[name] !== false,
  );
  if (shared) {
    throw new UsageError(
      `${shared} is of no use with --auth ${mode}: callers may belong to different teams, and it is unknown who may receive which events. Remove it, or choose --auth token.`,
    );
  }
  if (options.toolsets.includes('keys')) {
    throw new UsageError(
      `The toolset keys uses the operator's dashboard session, which --auth ${mode} lends to no caller: remove it from --toolsets.`,
    );
  }
}

/** Whether other machines may reach this server. @throws UsageError */
export function requireAuthentication(options: OptionValues): void {
  if ((options.auth ?? 'none') === 'none') {
    throw new UsageError(
      '--host (RCPT_HOST) must be a loopback address, such as 127.0.0.1, because callers are not authenticated: everyone who reaches this server works with its key. For other machines add --auth token --tokens ./tokens.jsonl (rcpt-mcp tokens create makes it) and --public-url https://the.name.of.your.proxy.',
    );
  }
  if (options['public-url'] === undefined && options['allowed-hosts'].length === 0) {
    throw new UsageError(
      '--host (RCPT_HOST) beyond this machine needs --public-url (RCPT_PUBLIC_URL), such as https://receptionist-mcp.example.com, or --allowed-hosts: the names under which clients come, others are refused.',
    );
  }
}
