/** The scopes of keys, with descriptions (specification, Authentication, Scopes), then those of extensions. */
export const SCOPES = {
  'read:bookings': 'view bookings and appointments',
  'read:contacts': 'view contacts and customer profiles',
  'read:calls': 'view call history and transcripts',
  'read:services': 'view services and pricing',
  'read:staff': 'view staff information',
  'write:bookings': 'create and update bookings',
  'write:contacts': 'create and update contacts',
  'write:calls': 'create call records',
  'webhooks:manage': 'subscribe to and manage webhooks',
  // Beyond the specification: extension `business_changes`.
  'time_off:manage': 'record and remove the time off of staff',
  /** Includes `time_off:manage`. */
  'business:manage': 'change opening hours, closures, services, prices and staff, and manage calendar feeds',
} as const;

export type Scope = keyof typeof SCOPES;

export const ALL_SCOPES = Object.keys(SCOPES) as Scope[];

export function isScope(value: unknown): value is Scope {
  return typeof value === 'string' && Object.hasOwn(SCOPES, value);
}
