import { systemClock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { ALL_TOOLSETS, DEFAULT_TOOLSETS } from '../tools/core/toolsets.ts';
import { type Authorize, authorizing } from '../transport/auth/authorize.ts';
import { platformKeyAuthentication } from '../transport/auth/platform-key.ts';
import { type Authenticate, EVERYONE } from '../transport/auth/principal.ts';
import { tokenAuthentication } from '../transport/auth/token.ts';
import { parseTokens, TokenFileError } from '../transport/auth/token-file.ts';
import { watchedFile } from '../transport/auth/watched-file.ts';
import type { AuthSettings } from './auth-settings.ts';
import type { Callers } from './callers.ts';
import { exposure } from './key-source.ts';
import { UsageError } from './usage-error.ts';

/** Who is let in over HTTP, and to what, as the operator configured it. */
export async function authorization(auth: AuthSettings, callers: Callers, logger: Logger): Promise<Authorize> {
  const authenticate = await authentication(auth, logger);
  return authorizing({ authenticate, offerFor: callers.offerFor, toolsets: ALL_TOOLSETS, logger });
}

async function authentication(auth: AuthSettings, logger: Logger): Promise<Authenticate> {
  switch (auth.mode) {
    case 'none':
      return () => ({ principal: EVERYONE });
    case 'platform-key':
      return platformKeyAuthentication();
    case 'token':
      return byToken(auth.tokensFile, logger);
  }
}

async function byToken(path: string, logger: Logger): Promise<Authenticate> {
  const tokens = watchedFile(path, (text) => parseTokens(text, ALL_TOOLSETS));
  // What is wrong with the file is said now, not to the first caller.
  await tokens().catch((error: NodeJS.ErrnoException) => {
    const why = error instanceof TokenFileError ? error.message : error.code;
    throw new UsageError(
      `The file of --tokens (RCPT_TOKENS) cannot be used (${why}). rcpt-mcp tokens create makes one.`,
    );
  });
  const exposed = exposure(path, 'The file of --tokens');
  if (exposed) logger.warn(exposed);
  // Keys are made with the operator's dashboard session: whoever is to have that is given it by name.
  return tokenAuthentication({ tokens, toolsets: DEFAULT_TOOLSETS, clock: systemClock, logger });
}
