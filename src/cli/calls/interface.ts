import type { CallReport } from '../../contract/index.ts';
import type { Secret } from '../../lib/secret.ts';
import type { Platform } from '../../platform/index.ts';
import type { VendorName } from '../../platform/intake/vendors/vendor.ts';

export interface CallSourceInfo {
  id: string;
  vendor: VendorName;
  name: string;
  createdAt: string;
  lastReportAt: string | null;
  previousSecretUntil: string | null;
  hasCredential: boolean;
  counts: { understood: number; kept: number; pending: number; failed: number };
  refused: { reason: string; count: number; lastAt: string }[];
}
export interface CallReportInfo {
  id: string;
  sourceId: string;
  receivedAt: string;
  event: string | null;
  callReference: string | null;
  callId: string | null;
  status: 'understood' | 'kept' | 'pending' | 'failed';
  problem: string | null;
  hasBody: boolean;
}
export interface AdminCallSources {
  add(o: { vendor: VendorName; name: string; secret?: string; credential?: string }): Promise<{
    source: CallSourceInfo;
    secret: Secret | undefined;
  }>;
  list(): Promise<CallSourceInfo[]>;
  rotate(
    id: string,
    o: { secret?: string; credential?: string },
  ): Promise<{ source: CallSourceInfo; secret: Secret | undefined } | undefined>;
  remove(id: string): Promise<boolean>;
  log(o: { sourceId?: string; limit: number }): Promise<CallReportInfo[] | undefined>;
  replay(reportId: string): Promise<CallReportInfo | undefined>;
}
export interface BulkCalls {
  importBatch(reports: readonly CallReport[], o: { dryRun: boolean }): Promise<('added' | 'changed' | 'unchanged')[]>;
  orderByStart(): Promise<void>;
}
export class CallSourceError extends Error {}
export const sourcesOf = (platform: Platform) => (platform as unknown as { callSources: AdminCallSources }).callSources;
export const bulkOf = (platform: Platform) => platform.calls as unknown as BulkCalls;
