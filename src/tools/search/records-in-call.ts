import type { ScanResult } from '../../api/index.ts';
import type { Read, Resource, Service } from '../../contract/index.ts';

/** A list that is kept as a whole, in no particular order. */
export interface AllRecords<R extends Resource> extends ScanResult {
  records: readonly Read<R>[];
}

/** Lists that a call has read. */
export interface ReadInCall {
  services?: Promise<AllRecords<typeof Service>> | undefined;
}
