import { commandLine } from '../lib/command-line.ts';
import type { Toolset } from '../tools/core/toolsets.ts';
import type { CallerCheck } from '../tools/voice/caller/caller.ts';
import type { AuthSettings } from './auth.ts';
import { OPTIONS, type OptionValues } from './options/index.ts';
import { optionNames } from './options/option.ts';
import { UsageError } from './usage-error.ts';

/** The settings of the voice profile. */
export interface VoiceProfileSettings {
  /** True if all callers of the server have the profile; otherwise those whose token has it. */
  isForAll: boolean;
  callerChecks: readonly CallerCheck[];
  /** Lower-case name of the header with the caller's number. */
  numberHeader: string | undefined;
  /** Key of `_meta` with the caller's number. */
  numberMetaKey: string | undefined;
}

/** The toolsets of the profile's tools. */
const VOICE_TOOLSETS: readonly Toolset[] = ['account', 'bookings', 'services'];

const OF_VOICE_ONLY = ['language', 'caller-number-header', 'caller-number-meta', 'caller-checks'] as const;

/** Returns undefined if no caller can have the voice profile. @throws UsageError */
export function readVoiceSettings(options: OptionValues, auth: AuthSettings): VoiceProfileSettings | undefined {
  const isForAll = options.profile === 'voice';
  if (!isForAll && auth.mode !== 'token') {
    const set = OF_VOICE_ONLY.find((name) => options[name] !== undefined);
    const row = OPTIONS.find(({ name }) => name === set);
    if (!row) return undefined;
    throw new UsageError(
      `${optionNames(row)} has no effect, because no caller has the voice profile: add --profile voice, or --auth token --tokens ./tokens.jsonl with tokens of ${commandLine('tokens create --profile voice')}.`,
    );
  }
  if (isForAll) {
    requireVoiceToolsets(options.toolsets);
    if (options.sessions > 0) {
      throw new UsageError(
        `--sessions (RCPT_SESSIONS) cannot be used with --profile voice, because voice agents open a new connection for each request: remove it, such as ${commandLine('http --profile voice')}.`,
      );
    }
  }
  return {
    isForAll,
    callerChecks: options['caller-checks'] ?? [],
    numberHeader: options['caller-number-header'],
    numberMetaKey: options['caller-number-meta'],
  };
}

/** @throws UsageError if these toolsets leave no tool of the voice profile. */
export function requireVoiceToolsets(toolsets: readonly Toolset[]): void {
  if (toolsets.some((toolset) => VOICE_TOOLSETS.includes(toolset))) return;
  throw new UsageError(
    `--toolsets (RCPT_TOOLSETS) leaves no tool of --profile voice: name at least one of ${VOICE_TOOLSETS.join(', ')}, such as --toolsets ${VOICE_TOOLSETS.join(',')}.`,
  );
}
