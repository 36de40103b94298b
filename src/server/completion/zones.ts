import { currentSettings, type ToolServices } from '../../tools/index.ts';
import { filterSuggestions } from './match.ts';
import type { Completers } from './types.ts';

/** Suggests IANA zones, that of the business first. */
export function zones(services: ToolServices): Pick<Completers, 'time_zone'> {
  return {
    time_zone: async (typed) => {
      const business = (await currentSettings(services)).timeZone ?? 'UTC';
      const others = ['UTC', ...Intl.supportedValuesOf('timeZone')].filter((zone) => zone !== business);
      // People write `new york` for America/New_York.
      return filterSuggestions([business, ...others], typed, (zone) => zone.replaceAll('_', ' '));
    },
  };
}
