import { type FetchPage, scan } from '../../api/index.ts';
import type { Read, Resource, Service } from '../../contract/index.ts';
import type { CancelSignal } from '../../lib/concurrency/cancellation.ts';
import type { ToolContext } from '../core/context.ts';
import type { AllRecords } from './records-in-call.ts';

/** Reads a short list. */
export async function readAll<R extends Resource>(
  fetch: FetchPage<R>,
  { clock }: Pick<ToolContext, 'clock'>,
): Promise<AllRecords<R>> {
  const records: Read<R>[] = [];
  const result = await scan(fetch, (read) => records.push(read), { clock });
  return { ...result, records };
}

/** Reads all services: once for all parts of a call, and for what it suggests after a refusal. A failed read is repeated. */
export function allServices(
  { api, clock, reads }: Pick<ToolContext, 'api' | 'clock' | 'reads'>,
  signal: CancelSignal,
): Promise<AllRecords<typeof Service>> {
  reads.services ??= readAll((query) => api.listServices({ query, signal }), { clock }).catch((error: unknown) => {
    reads.services = undefined;
    throw error;
  });
  return reads.services;
}
