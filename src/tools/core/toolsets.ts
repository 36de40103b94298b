/** Groups of tools that can be switched on and off together. `keys` is off unless asked for. */
export const TOOLSETS = {
  account: 'who and where we are, and what time it is',
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
