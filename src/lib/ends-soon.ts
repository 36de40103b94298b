import { DAY_MS } from './time/units.ts';

/** Tokens and API keys that end within this time are reported, so that their clients get others before. */
export const ENDS_SOON_MS = 14 * DAY_MS;
