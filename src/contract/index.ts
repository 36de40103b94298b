/** The wire contract of the platform API. The client and the embedded platform both use it. */
export * from './availability.ts';
export * from './bodies.ts';
export * from './booking-query.ts';
export * from './booking-rules.ts';
export * from './business.ts';
export * from './business-resources.ts';
export * from './call-report.ts';
export * from './endpoints.ts';
export * from './errors.ts';
export * from './extensions.ts';
export * from './fields.ts';
export * from './limits.ts';
export * from './paging.ts';
export * from './resource.ts';
export * from './resources.ts';
export * from './scopes.ts';
