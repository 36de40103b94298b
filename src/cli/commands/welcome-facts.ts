import type { HealthCheck, WelcomeFacts } from '../../app/welcome-page.ts';
import type { AuthMode } from '../../config/options/auth.ts';
import { VERSION } from '../../config/version.ts';
import { commandLine } from '../../lib/command-line.ts';
import { clientGuides, platformGuides, voiceGuides } from '../install/connection-guides.ts';

/** The header that clients send with each request, as an example; undefined where none has to be configured. */
export const CREDENTIAL_HEADERS: Record<AuthMode, string | undefined> = {
  none: undefined,
  token: 'Authorization: Bearer rcpt_token_…',
  'platform-key': 'X-API-Key: sk_live_…',
  // Clients discover the authorization server.
  oauth: undefined,
};

const ACCESS: Record<AuthMode, string> = {
  none: 'Every program that reaches this address may connect; there is no sign-in.',
  token: `Each client needs a token. \`${commandLine('tokens create --name NAME')}\` makes one, and shows it once.`,
  'platform-key': 'Each client sends an API key of the platform, which decides what it may do.',
  oauth: 'Clients open a sign-in page when they connect first.',
};

const ANSWERS: HealthCheck = { path: '/healthz', ok: 'The server answers.', failed: 'The server does not answer.' };
const CHECKS: readonly HealthCheck[] = [
  ANSWERS,
  {
    path: '/readyz',
    ok: 'The platform behind it is ready.',
    failed: `The platform behind it is not ready. Run ${commandLine('doctor')} to see why.`,
  },
];

/** The configured public address without the slash at its end. */
export const originOf = (publicUrl: URL | undefined) => publicUrl?.href.replace(/\/$/, '');

export interface HttpFacts {
  auth: AuthMode;
  /** The configured public address, or that under which the server listens; without a slash at its end. */
  origin: string;
  isOriginConfigured: boolean;
  /** Shown only without authentication. */
  businessName: string | undefined;
  /** Who can have the voice profile. */
  voice: 'none' | 'some' | 'all';
  hasDashboard: boolean;
}

/** What the welcome page of `rcpt-mcp http` says. */
export function httpFacts({ auth, voice, businessName, ...facts }: HttpFacts): WelcomeFacts {
  const connection = { url: `${facts.origin}/mcp`, header: CREDENTIAL_HEADERS[auth] };
  return {
    ...facts,
    kind: 'mcp',
    version: VERSION,
    ...(auth === 'none' ? { businessName } : {}),
    access: ACCESS[auth],
    guides: [
      ...(voice === 'all' ? [] : clientGuides(connection)),
      ...(voice === 'none' ? [] : voiceGuides(connection)),
    ],
    checks: CHECKS,
  };
}

/** What the welcome page of `rcpt-mcp platform` says. Its API needs a key, so that the page does not name the business. */
export const platformFacts = ({
  origin,
  isOriginConfigured,
  hasDashboard,
}: Pick<HttpFacts, 'origin' | 'isOriginConfigured' | 'hasDashboard'>): WelcomeFacts => ({
  kind: 'platform',
  version: VERSION,
  origin,
  isOriginConfigured,
  access: 'Each program needs an API key with the scopes that it uses.',
  guides: platformGuides(origin),
  checks: [
    ANSWERS,
    {
      path: '/readyz',
      ok: 'The database is ready.',
      failed: `The database is not ready. Run ${commandLine('doctor')} to see why.`,
    },
  ],
  hasDashboard,
});
