/** Groups of tools that are enabled together. `keys` is off by default. */
export const TOOLSETS = {
  account: 'account, time zone and recent events',
  bookings: 'appointments',
  contacts: 'customer profiles',
  calls: 'call history and transcripts',
  services: 'bookable services and prices',
  webhooks: 'event subscriptions',
  keys: 'creation of API keys',
} as const;
export type Toolset = keyof typeof TOOLSETS;

export const ALL_TOOLSETS = Object.keys(TOOLSETS) as Toolset[];
export const DEFAULT_TOOLSETS = ALL_TOOLSETS.filter((name) => name !== 'keys');
