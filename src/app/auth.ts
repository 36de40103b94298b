import type { AuthSettings, OAuthSettings } from '../config/auth.ts';
import { currentKey, exposureWarning } from '../config/key-source.ts';
import { UsageError } from '../config/usage-error.ts';
import { commandLine } from '../lib/command-line.ts';
import { hotReloadedFile } from '../lib/files/hot-reloaded-file.ts';
import type { Logger } from '../lib/logging/logger.ts';
import { quoteArgument } from '../lib/shell.ts';
import { systemClock } from '../lib/time/clock.ts';
import { ALL_TOOLSETS, DEFAULT_TOOLSETS } from '../tools/core/toolsets.ts';
import { type Authorize, createAuthorize } from '../transport/auth/authorize.ts';
import { type AuthorizeSigned, createAuthorizeSigned, type VerifySigned } from '../transport/auth/authorize-signed.ts';
import {
  issuerName,
  READ_SCOPE,
  type ResourceMetadata,
  resourceMetadata,
  WRITE_SCOPE,
} from '../transport/auth/metadata.ts';
import { platformKeyAuthentication } from '../transport/auth/platform-key.ts';
import { ANONYMOUS, type Authenticate } from '../transport/auth/principal.ts';
import { PrincipalsFileError, parsePrincipals } from '../transport/auth/principals-file.ts';
import { tokenAuthentication } from '../transport/auth/token.ts';
import { parseTokens, TokenFileError } from '../transport/auth/token-file.ts';
import type { Callers } from './callers.ts';

interface Authorization {
  authorize: Authorize;
  /** Authorizes messages of Vapi by their signature. */
  authorizeVapi?: AuthorizeSigned | undefined;
  /** The protected resource metadata that clients read before they have a token (RFC 9728). */
  metadata?: ResourceMetadata | undefined;
  /** Throws if no caller can be authenticated, because the file of tokens or principals cannot be read. */
  ready(): Promise<unknown>;
}

/** How callers are authenticated, and the file that lists them, if there is one. */
interface Authentication {
  authenticate: Authenticate;
  ready?: Authorization['ready'];
}

/**
 * Creates authentication and authorization for HTTP from the settings.
 * @param verifyVapi identifies the source that signs a message of Vapi.
 */
export async function authorization(
  auth: AuthSettings,
  callers: Callers,
  logger: Logger,
  verifyVapi?: VerifySigned,
): Promise<Authorization> {
  const { oauth } = auth;
  const metadata = oauth && resourceMetadata(oauth.resource, issuerName(oauth.issuer), [READ_SCOPE, WRITE_SCOPE]);
  const { authenticate, ready = async () => {} } = await authentication(auth, metadata, logger);
  const common = { callerViewFor: callers.callerViewFor, toolsets: ALL_TOOLSETS };
  const authorize = createAuthorize({ authenticate, ...common });
  // Where each caller has a platform key of its own, a source has none.
  const authorizeVapi =
    verifyVapi && !auth.ownKeys ? createAuthorizeSigned({ verify: verifyVapi, logger, ...common }) : undefined;
  return { authorize, authorizeVapi, metadata, ready };
}

async function authentication(
  auth: AuthSettings,
  metadata: ResourceMetadata | undefined,
  logger: Logger,
): Promise<Authentication> {
  if (auth.oauth && metadata) return authenticateByAccessToken(auth.oauth, metadata, logger);
  switch (auth.mode) {
    case 'none':
      return { authenticate: () => ({ principal: ANONYMOUS }) };
    case 'platform-key':
      return { authenticate: platformKeyAuthentication() };
    case 'token':
      return authenticateByToken(auth.tokensFile, logger);
    case 'oauth':
      throw new Error('the settings of --auth oauth are missing');
  }
}

async function authenticateByAccessToken(
  { issuer, resource, principalsFile }: OAuthSettings,
  metadata: ResourceMetadata,
  logger: Logger,
): Promise<Authentication> {
  const principals = watchCallersFile(principalsFile, (text) => parsePrincipals(text, ALL_TOOLSETS));
  await validateAtStartup(principals, '--principals (RCPT_PRINCIPALS)', () => 'docs/operations.md shows one.');
  const { oauthAuthentication } = await import('../transport/auth/oauth.ts');
  const authenticate = oauthAuthentication({
    issuer,
    resource: resource.href,
    metadataUrl: metadata.url,
    principals,
    keyFrom: (file) => () => currentKey(file, "This caller's api_key_file of --principals"),
    toolsets: DEFAULT_TOOLSETS,
    logger,
  });
  return { authenticate, ready: principals };
}

/** Upper bound for a token or principals file, so that a wrong path does not fill the memory. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

const watchCallersFile = <T>(path: string, parse: (text: string) => T) =>
  hotReloadedFile(path, { parse, maxBytes: MAX_FILE_BYTES });

/** Reads the file at start-up, so that the operator sees errors before the first caller does. @throws UsageError */
async function validateAtStartup(
  read: () => Promise<unknown>,
  option: string,
  helpFor: (isMissing: boolean) => string,
): Promise<void> {
  await read().catch((error: NodeJS.ErrnoException) => {
    const isParseError = error instanceof TokenFileError || error instanceof PrincipalsFileError;
    const help = helpFor(error.code === 'ENOENT');
    throw new UsageError(
      `The file of ${option} cannot be used (${isParseError ? error.message : error.code}). ${help}`,
    );
  });
}

async function authenticateByToken(path: string, logger: Logger): Promise<Authentication> {
  const tokens = watchCallersFile(path, (text) => parseTokens(text, ALL_TOOLSETS));
  const create = `${commandLine(`tokens create --name "front desk" --tokens ${quoteArgument(path)}`)} makes`;
  // The command does not overwrite a file that it cannot read.
  await validateAtStartup(tokens, '--tokens (RCPT_TOKENS)', (isMissing) =>
    isMissing ? `${create} one.` : `Correct the file; or move it away, and ${create} another one.`,
  );
  const exposed = exposureWarning(path, 'The file of --tokens');
  if (exposed) logger.warn(exposed);
  // The toolset `keys` uses the operator's dashboard session, and `setup` changes the business: a token has them only if it names them.
  const authenticate = tokenAuthentication({ tokens, toolsets: DEFAULT_TOOLSETS, clock: systemClock, logger });
  return { authenticate, ready: tokens };
}
