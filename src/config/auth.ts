import { commandLine } from '../lib/command-line.ts';
import { isLoopbackHost } from '../lib/http/loopback.ts';
import type { AuthMode } from './options/auth.ts';
import { OPTIONS, type OptionValues } from './options/index.ts';
import { optionLabel, optionNames } from './options/option.ts';
import { UsageError } from './usage-error.ts';

/** How callers over HTTP are authenticated. */
export interface AuthSettings {
  mode: AuthMode;
  /** True if each caller has its own platform key: then no caller may use the operator's key, events or session. */
  ownKeys: boolean;
  /** The path of the file of hashed tokens; empty in other modes. */
  tokensFile: string;
  /** The URL under which clients reach this server, without `/mcp`. */
  publicUrl: URL | undefined;
  /** Undefined in other modes. */
  oauth: OAuthSettings | undefined;
}

export interface OAuthSettings {
  issuer: URL;
  /** The resource identifier of this server (RFC 8707) and the audience of its tokens: ends in `/mcp`. */
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
  rejectOptionsOfOtherModes(options, mode);
  if (settings.ownKeys) rejectSharedResources(options, mode);
  return settings;
}

/** The options of authentication that only one mode uses. */
const OPTIONS_OF_MODES = [
  ['tokens', 'token'],
  ['oauth-issuer', 'oauth'],
  ['principals', 'oauth'],
] as const;

/**
 * Rejects an option that the mode would ignore, also the default mode: its operator believes that callers are authenticated.
 * @throws UsageError
 */
function rejectOptionsOfOtherModes(options: OptionValues, mode: AuthMode): void {
  for (const [name, needed] of OPTIONS_OF_MODES) {
    if (options[name] === undefined || needed === mode) continue;
    const names = optionNames(OPTIONS.find((option) => option.name === name) as (typeof OPTIONS)[number]);
    throw new UsageError(
      options.auth === undefined
        ? `${names} is for --auth ${needed}. Without --auth (RCPT_AUTH) no caller is authenticated: add --auth ${needed}, or remove --${name}.`
        : `${names} is for --auth ${needed}, not for --auth ${mode}: remove one of them.`,
    );
  }
}

/** Returns what an operator should know about a public server that authenticates no caller; undefined for other servers. */
export function publicWarning({ mode, publicUrl }: AuthSettings): string | undefined {
  if (mode !== 'none' || publicUrl === undefined || isLoopbackHost(publicUrl.hostname)) return undefined;
  return `callers are not authenticated: everyone who reaches /mcp under --public-url (RCPT_PUBLIC_URL) ${publicUrl.origin} reads and changes the records of the business. Add --auth token --tokens ./tokens.jsonl (${commandLine('tokens create')} makes it), or let the proxy authenticate callers or refuse /mcp`;
}

/** Returns the path of the file of hashed tokens. @throws UsageError */
export function readTokensFile({ tokens }: OptionValues): string {
  if (tokens !== undefined) return tokens;
  throw new UsageError(
    `The file of tokens is needed: --tokens ./tokens.jsonl (RCPT_TOKENS). ${commandLine('tokens create --tokens ./tokens.jsonl --name "front desk"')} makes it.`,
  );
}

function readOAuth(options: OptionValues): OAuthSettings {
  const { 'oauth-issuer': issuer, 'public-url': publicUrl, principals: principalsFile } = options;
  if (!issuer || !publicUrl || principalsFile === undefined) {
    throw new UsageError(
      '--auth oauth needs --oauth-issuer https://login.example.com (the issuer of the tokens), --public-url https://receptionist-mcp.example.com (this server, without /mcp: the audience of the tokens), and --principals ./principals.json (who may connect).',
    );
  }
  const resource = new URL(`${publicUrl.href.replace(/\/$/, '')}/mcp`);
  return { issuer, resource, principalsFile };
}

/** Callers with their own keys must not share the operator's events or dashboard session. @throws UsageError */
function rejectSharedResources(options: OptionValues, mode: AuthMode): void {
  const names = ['webhooks', 'webhook-secrets', 'webhook-path-secret', 'poll'] as const;
  const shared = names.find((name) => options[name] !== undefined && options[name] !== false);
  const row = OPTIONS.find(({ name }) => name === shared);
  if (row) {
    throw new UsageError(
      `${optionLabel(row)} cannot be used with --auth ${mode}: callers may belong to different teams, and it is unknown which caller may receive which events. Remove it, or choose --auth token.`,
    );
  }
  if (options.toolsets.includes('keys')) {
    throw new UsageError(
      `The toolset keys uses the operator's dashboard session, which no caller may use with --auth ${mode}: remove it from --toolsets.`,
    );
  }
}

/** Permits an address that other machines can reach. @throws UsageError without authentication or a known host name */
export function requireAuthentication(options: OptionValues): void {
  if ((options.auth ?? 'none') === 'none') {
    throw new UsageError(
      `--host (RCPT_HOST) must be a loopback address, such as 127.0.0.1, because callers are not authenticated: everyone who can reach this server uses its key. For other machines add --auth token --tokens ./tokens.jsonl (${commandLine('tokens create')} makes it) and --public-url https://the.name.of.your.proxy.`,
    );
  }
  if (options['public-url'] === undefined && options['allowed-hosts'].length === 0) {
    throw new UsageError(
      '--host (RCPT_HOST) beyond this machine needs --public-url (RCPT_PUBLIC_URL), such as https://receptionist-mcp.example.com, or --allowed-hosts: requests with any other Host are rejected.',
    );
  }
}
