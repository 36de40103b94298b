/** The wire contract of the platform API. The client and the embedded platform both use it. */
export * from './bodies.ts';
export * from './endpoints.ts';
export * from './errors.ts';
export * from './extensions.ts';
export * from './fields.ts';
export * from './limits.ts';
export * from './paging.ts';
export * from './resource.ts';
export * from './resources.ts';
export * from './scopes.ts';
