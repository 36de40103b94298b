import { readSettings, type Settings } from '../../config/settings.ts';
import { UsageError } from '../../config/usage-error.ts';
import type { CheckContext } from './check.ts';

/** Returns the settings; undefined if they are invalid, which the section on settings reports. */
export function settingsOf({ options, invalid }: CheckContext): Settings | undefined {
  if (Object.keys(invalid).length > 0) return undefined;
  try {
    return readSettings(options);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
