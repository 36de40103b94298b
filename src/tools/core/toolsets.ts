/** Groups of tools that are enabled together. */
export const TOOLSETS = {
  account: 'account, time zone and recent events',
  bookings: 'appointments',
  contacts: 'customer profiles',
  calls: 'call history and transcripts',
  services: 'bookable services, prices and staff',
  webhooks: 'event subscriptions',
  setup: 'changes of hours, closures, services, prices and staff; calendar feeds',
  keys: 'creation of API keys',
} as const;
export type Toolset = keyof typeof TOOLSETS;

export const ALL_TOOLSETS = Object.keys(TOOLSETS) as Toolset[];
/** Off by default: those whose tools an assistant on the telephone must not have. */
const OFF_BY_DEFAULT: readonly Toolset[] = ['setup', 'keys'];
export const DEFAULT_TOOLSETS = ALL_TOOLSETS.filter((name) => !OFF_BY_DEFAULT.includes(name));
