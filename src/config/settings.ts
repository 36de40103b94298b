import type { LogLevel } from '../lib/logging/logger.ts';
import type { Secret } from '../lib/secrets/secret.ts';
import type { Confirm, Output, Redaction } from '../tools/core/settings.ts';
import type { Toolset } from '../tools/core/toolsets.ts';
import { type AuthSettings, readAuthSettings } from './auth.ts';
import { type EventSettings, readEventSettings } from './events.ts';
import { type IndexSettings, readIndexSettings } from './index-settings.ts';
import { type OptionValues, withDefaults } from './options/index.ts';
import { type RemotePlatform, readDatabase, readLoopbackWebhooks, readPlatform } from './platform.ts';
import { UsageError } from './usage-error.ts';
import type { VoiceProfileSettings } from './voice.ts';

/** The validated configuration of a server. */
export interface Settings {
  /** The remote platform; undefined for the embedded one. */
  remote: RemotePlatform | undefined;
  /** The location of the embedded platform's data; empty with a remote platform. */
  database: string;
  /** True if a new database of the embedded platform is filled with the demo business. */
  demo: boolean;
  /** True if the embedded platform's webhooks may have loopback addresses. */
  loopbackWebhooks: boolean;
  timeZone: string | undefined;
  defaultCountry: string | undefined;
  openingHours: string | undefined;
  /** BCP 47 tag; undefined: that of the business's country. */
  language: string | undefined;
  redact: Redaction;
  confirm: Confirm;
  maxTokens: number;
  output: Output;
  toolsets: readonly Toolset[];
  readOnly: boolean;
  sessionCookie: Secret | undefined;
  teamId: string | undefined;
  /** The timeout of one request to the platform, retries included, in milliseconds. */
  deadlineMs: number;
  logLevel: LogLevel;
  events: EventSettings;
  /** The local copy of the remote platform; undefined without one. */
  index: IndexSettings | undefined;
  auth: AuthSettings;
  /** Set by the command `http`, if callers can have the voice profile. */
  voice?: VoiceProfileSettings | undefined;
}

/** Converts options to settings, and rejects contradictory combinations. @throws UsageError */
export function readSettings(values: Partial<OptionValues>): Settings {
  const options = withDefaults(values);
  const auth = readAuthSettings(options);
  const remote = readPlatform(options, auth);
  checkKeysToolset(options);
  return {
    remote,
    database: remote ? '' : readDatabase(options),
    demo: options.demo,
    loopbackWebhooks: readLoopbackWebhooks(options, auth.mode === 'none'),
    timeZone: options['time-zone'],
    defaultCountry: options['default-country'],
    openingHours: options['opening-hours'],
    language: options.language,
    redact: options.redact,
    confirm: options.confirm,
    maxTokens: options['max-tokens'],
    output: options.output,
    toolsets: options.toolsets,
    readOnly: options['read-only'],
    sessionCookie: options['session-cookie'],
    teamId: options['team-id'],
    deadlineMs: options.timeout * 1_000,
    logLevel: options['log-level'],
    events: readEventSettings(options, remote !== undefined),
    index: readIndexSettings(options, remote, auth),
    auth,
  };
}

function checkKeysToolset({ toolsets, 'session-cookie': cookie, 'team-id': teamId }: OptionValues): void {
  if (!toolsets.includes('keys') || (cookie && teamId)) return;
  throw new UsageError('The toolset keys needs RCPT_SESSION_COOKIE=rcpt_session=… and RCPT_TEAM_ID=team_123.');
}
