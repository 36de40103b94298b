import { minuteText } from '../../lib/time/minute-text.ts';
import type { Platform } from '../../platform/index.ts';
import { chosenAction } from '../runtime/arguments.ts';
import type { CommandRun, Run } from '../runtime/run.ts';
import { type PlatformAccess, withPlatform } from './with-platform.ts';

type Action = (platform: Platform, run: Run) => Promise<void>;

/**
 * Creates a command with actions on the embedded platform's database. It sends no webhooks: the process that serves the
 * platform does.
 */
export function manage(actions: Readonly<Record<string, Action>>, access?: PlatformAccess): CommandRun {
  return async (run) => {
    const { action, positionals } = chosenAction(run, actions);
    await withPlatform(run, (platform) => action(platform, { ...run, positionals }), access);
  };
}

/** Formats an ISO 8601 time in UTC to the minute; `never` for null. */
export const formatMinute = (time: string | null) => (time === null ? 'never' : minuteText(time));
