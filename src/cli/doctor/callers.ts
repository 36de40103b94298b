import { readFile, stat } from 'node:fs/promises';
import { type AuthSettings, type OAuthSettings, publicWarning } from '../../config/auth.ts';
import { currentKey, exposureWarning } from '../../config/key-source.ts';
import { commandLine } from '../../lib/command-line.ts';
import { ENDS_SOON_MS } from '../../lib/ends-soon.ts';
import { messageInWords, silentLogger } from '../../lib/logging/logger.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { ALL_TOOLSETS } from '../../tools/core/toolsets.ts';
import { createJwtVerifier } from '../../transport/auth/jwt.ts';
import { type PrincipalEntry, PrincipalsFileError, parsePrincipals } from '../../transport/auth/principals-file.ts';
import { parseTokens, type TokenEntry, TokenFileError } from '../../transport/auth/token-file.ts';
import { type CheckResult, result, stopwatch } from './check.ts';

/** The same limit as that of the server. */
const MAX_FILE_BYTES = 4 * 2 ** 20;
/** A token without a valid signature, for which a verifier has to fetch the keys of its issuer. */
const PROBE_TOKEN = [{ alg: 'RS256' }, {}].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));

/** Checks the files and the issuer with which the server authenticates its callers. */
export async function checkCallers(auth: AuthSettings): Promise<CheckResult[]> {
  const { mode, tokensFile, oauth } = auth;
  switch (mode) {
    case 'none':
      return [checkNoAuthentication(auth)];
    case 'platform-key':
      return [result('auth', 'ok', 'Each client connects with its own platform key')];
    case 'token':
      return checkTokens(tokensFile);
    case 'oauth':
      return oauth ? [...(await checkPrincipals(oauth)), await checkIssuer(oauth)] : [];
  }
}

function checkNoAuthentication(auth: AuthSettings): CheckResult {
  const warning = publicWarning(auth);
  if (warning === undefined) return result('auth', 'ok', 'Clients on this computer connect without a token');
  const fix = `${commandLine('tokens create --tokens ./tokens.jsonl --name "front desk"')}, then --auth token (RCPT_AUTH)`;
  return result('auth', 'warning', `Public server: ${warning}.`, { fix });
}

/** Reads a file like the server. Returns why it cannot be used. */
async function readCallers<T>(file: string, parse: (text: string) => T): Promise<T | string> {
  try {
    if ((await stat(file)).size > MAX_FILE_BYTES) return `it is larger than ${MAX_FILE_BYTES} bytes`;
    return parse(await readFile(file, 'utf8'));
  } catch (error) {
    const isParseError = error instanceof TokenFileError || error instanceof PrincipalsFileError;
    return isParseError ? error.message : ((error as NodeJS.ErrnoException).code ?? 'unknown reason');
  }
}

async function checkTokens(file: string): Promise<CheckResult[]> {
  const tokens = await readCallers(file, (text) => parseTokens(text, ALL_TOOLSETS));
  const create = commandLine(`tokens create --tokens ${file} --name "front desk"`);
  if (typeof tokens === 'string') {
    const summary = `The file of --tokens (RCPT_TOKENS) cannot be used (${tokens}): ${file}`;
    // The command does not overwrite a file that it cannot read.
    const fix = tokens === 'ENOENT' ? create : `Correct the file; or move it away, then ${create}`;
    return [result('auth.tokens', 'problem', summary, { fix, data: { file } })];
  }
  const now = systemClock.now();
  const valid = tokens.filter(({ expires }) => expires === undefined || expires > now).length;
  const data = { file, tokens: tokens.length, expired: tokens.length - valid };
  const expired = data.expired > 0 ? `, and ${data.expired} that expired` : '';
  const summary = `${file} has ${valid} valid token${valid === 1 ? '' : 's'}${expired}`;
  const found = [
    valid > 0
      ? result('auth.tokens', 'ok', summary, { data })
      : result('auth.tokens', 'warning', `${summary}: no client can connect`, { fix: create, data }),
  ];
  return [...found, ...expiring(file, tokens, now), ...exposed('auth.tokens', file, 'the tokens file')];
}

/** Clients cannot say which of them will be refused soon: tokens that were made together expire together. */
function expiring(file: string, tokens: readonly TokenEntry[], now: number): CheckResult[] {
  const soon = tokens.flatMap(({ name, expires }) =>
    expires !== undefined && expires > now && expires - now < ENDS_SOON_MS ? [{ name, expires }] : [],
  );
  const [first] = soon.toSorted((a, b) => a.expires - b.expires);
  if (!first) return [];
  const others = soon.length > 1 ? `, and ${soon.length - 1} more within two weeks` : '';
  const at = new Date(first.expires).toISOString();
  const summary = `The token "${first.name}" expires on ${at.slice(0, 10)}${others}`;
  const fix = `${commandLine(`tokens create --tokens ${file} --name NAME`)} makes another one for the client`;
  return [result('auth.tokens', 'warning', summary, { fix, data: { file, name: first.name, expires: at } })];
}

async function checkPrincipals({ principalsFile: file }: OAuthSettings): Promise<CheckResult[]> {
  const principals = await readCallers(file, (text) => parsePrincipals(text, ALL_TOOLSETS));
  if (typeof principals === 'string') {
    const summary = `The file of --principals (RCPT_PRINCIPALS) cannot be used (${principals}): ${file}`;
    const fix = 'Write it as docs/operations.md shows.';
    return [result('auth.principals', 'problem', summary, { fix, data: { file } })];
  }
  const data = { file, principals: principals.length };
  const summary = `${file} gives access to ${principals.length} principal${principals.length === 1 ? '' : 's'}`;
  const keys = (await Promise.all(principals.map(checkKeyFile))).flat();
  return [result('auth.principals', 'ok', summary, { data }), ...keys];
}

/** A principal whose key cannot be read gets errors instead of answers. */
async function checkKeyFile({ name, keyFile }: PrincipalEntry): Promise<CheckResult[]> {
  if (keyFile === undefined) return [];
  const id = 'auth.principals';
  try {
    await currentKey(keyFile, `The api_key_file of ${name}`);
    return exposed(id, keyFile, `the API key of ${name}`);
  } catch (error) {
    const { advice } = error as { advice?: string };
    const summary = advice ?? `The api_key_file of ${name} cannot be read.`;
    return [result(id, 'problem', summary, { fix: `Write the key of ${name} into ${keyFile}.`, data: { name } })];
  }
}

/** Fetches the metadata and the keys of the issuer, without which every request is refused. */
async function checkIssuer({ issuer, resource }: OAuthSettings): Promise<CheckResult> {
  const elapsed = stopwatch();
  try {
    await createJwtVerifier({ issuer, audience: resource.href, logger: silentLogger })(
      [...PROBE_TOKEN, 'AA'].join('.'),
    );
    const data = { issuer: issuer.href, ms: elapsed() };
    return result('auth.issuer', 'ok', `${issuer.href} publishes its keys (${data.ms} ms)`, { data });
  } catch (error) {
    const cause = ((error as Error).cause ?? error) as Error;
    const message = messageInWords(cause);
    const hasAnswered = !(cause.cause instanceof Error) && cause.name !== 'TimeoutError' && !/\b5\d\d$/.test(message);
    const fix = hasAnswered
      ? 'Compare --oauth-issuer (RCPT_OAUTH_ISSUER) with the "issuer" in the metadata of your provider.'
      : 'Check that the issuer runs, and that this computer reaches it.';
    const summary = `The keys of ${issuer.href} cannot be fetched (${message}): all requests would be refused`;
    return result('auth.issuer', 'problem', summary, { fix, data: { issuer: issuer.href } });
  }
}

function exposed(id: string, file: string, what: string): CheckResult[] {
  if (exposureWarning(file, what) === undefined) return [];
  const summary = `The mode of ${file} lets every user of this computer read or change ${what}`;
  return [result(id, 'warning', summary, { fix: `chmod 600 ${file}`, data: { file } })];
}
