/** Client of the platform's API. */
export type { ApiOptions } from './attempt.ts';
export { parseBaseUrl } from './base-url.ts';
export { apiDuringCall } from './call-api.ts';
export * from './client.ts';
export * from './errors.ts';
export { createExtensions, type Extensions, REMOTE_WAIT_MS, type SearchableCalls } from './extensions.ts';
export { ifPermitted } from './if-permitted.ts';
export { inProcessSender } from './in-process.ts';
export type { KeyHeader } from './key-header.ts';
export type { ApiObserver } from './observer.ts';
export type { Page } from './read.ts';
export { type FetchPage, lastPage, pageSize, pagesRead, type ScanResult, scan } from './scan.ts';
export * from './sender.ts';
export { tracedApi } from './traced-api.ts';
export type { ApiTracer } from './tracer.ts';
export { assertPathSegment, InvalidIdError, listOf } from './url.ts';
