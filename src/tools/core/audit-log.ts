import type { RequestContext } from '../../lib/http/request-context.ts';
import type { ToolFailure } from './errors.ts';

/** Durable audit log of writes. */
export interface Audit {
  /**
   * Records that a write is about to be sent. Returns a function that records its outcome.
   * @throws if that cannot be recorded. The write must not be sent then.
   */
  begin(write: AuditedWrite): Promise<(end: AuditedEnd) => Promise<void>>;
}

export interface AuditedWrite {
  tool: string;
  /** The record to change. Absent if the write creates one. */
  recordId?: string | undefined;
  /** Absent over stdio. A command has a principal alone. */
  about?: Partial<Pick<RequestContext, 'id' | 'client' | 'principal'>> | undefined;
}

export interface AuditedEnd {
  outcome: 'done' | 'not_done' | 'unknown';
  recordId?: string | undefined;
  /** True if the call changed nothing, because an earlier one had done it: a create returned the record of that one. */
  repeated?: boolean | undefined;
  /** Why the write was not done, or its outcome is unknown. */
  error?: ToolFailure['kind'] | 'question';
}

/** What a tool leaves for the audit log. */
export interface AuditNotes {
  /** True if the call changed nothing, because an earlier one had done it. */
  repeated: boolean;
  /** The changed record, from a spoken tool: neither its arguments nor its answer have the id. */
  recordId?: string | undefined;
  /** True if a spoken tool made the change. It also answers with a sentence when it did not. */
  isDone?: boolean;
}
