import { ApiError, InvalidAddressError } from '../../api/index.ts';
import type { Effect } from '../../contract/index.ts';
import type { CallOrigin, RequestContext } from '../../lib/http/request-context.ts';
import { isObject, type JsonObject } from '../../lib/json.ts';
import type { Logger } from '../../lib/logger.ts';
import {
  AuditUnavailableError,
  ConfirmationRequiredError,
  StateUnavailableError,
  ToolError,
  type ToolFailure,
} from './errors.ts';
import { originFields } from './origin.ts';

/** What is asked of a tool here: its definition has it. */
interface AuditedTool {
  name: string;
  effect: Effect;
}

/** Keeps a record of writes that outlives the process. */
export interface Audit {
  /**
   * Records that a write is about to be made, and gives what records its outcome.
   * @throws when that cannot be recorded: then it must not be made.
   */
  begin(write: AuditedWrite): Promise<(end: AuditedEnd) => Promise<void>>;
}

export interface AuditedWrite {
  tool: string;
  /** The record to be changed; absent where one is created. */
  recordId?: string | undefined;
  about?: RequestContext | undefined;
}

export interface AuditedEnd {
  outcome: 'done' | 'not_done' | 'unknown';
  recordId?: string | undefined;
  /** Why it was not done, or is not known. */
  error?: ToolFailure['kind'];
}

/** Arguments that name the record which a write changes, and the members of answers that hold it. */
const RECORDS = { booking_id: 'booking', contact_id: 'contact', webhook_id: 'webhook', api_key_id: 'api_key' } as const;
/** Longer ids are cut: it is callers who write them, in characters. */
const LONGEST_ID = 128;

/**
 * Makes a write with a record of it, if anybody keeps one.
 * @throws AuditUnavailableError if the write could not be recorded and was therefore not made, or the write's own error.
 */
export async function withAudit(
  tool: AuditedTool,
  input: JsonObject,
  { audit, logger, origin }: { audit: Audit | undefined; logger: Logger; origin: CallOrigin },
  write: () => Promise<JsonObject>,
): Promise<JsonObject> {
  if (!audit || tool.effect === 'read') return write();
  const recordId = idIn(input);
  const end = await audit.begin({ tool: tool.name, recordId, about: origin.requestContext }).catch((error: unknown) => {
    logger.error('a write was refused: the audit log cannot be written', {
      tool: tool.name,
      error,
      ...originFields(origin),
    });
    throw new AuditUnavailableError('The audit log cannot be written');
  });
  // The write is made by now: an outcome that cannot be recorded must not hide what it was.
  const ended = (last: AuditedEnd) =>
    end(last).catch((error: unknown) =>
      logger.error('the audit log lacks the outcome of a write', {
        tool: tool.name,
        ...last,
        error,
        ...originFields(origin),
      }),
    );
  try {
    const answer = await write();
    await ended({ outcome: 'done', recordId: recordId ?? idOf(answer) });
    return answer;
  } catch (error) {
    await ended({ recordId, ...failureOf(error) });
    throw error;
  }
}

function idIn(input: JsonObject): string | undefined {
  for (const name of Object.keys(RECORDS)) if (typeof input[name] === 'string') return input[name].slice(0, LONGEST_ID);
  return undefined;
}

function idOf(answer: JsonObject): string | undefined {
  for (const kind of Object.values(RECORDS)) {
    const record = answer[kind];
    if (isObject(record) && typeof record.id === 'string') return record.id.slice(0, LONGEST_ID);
  }
  return undefined;
}

function failureOf(error: unknown): AuditedEnd {
  if (error instanceof ApiError) {
    const { kind, changed } = error.details;
    return { outcome: changed === 'no' ? 'not_done' : 'unknown', error: kind };
  }
  if (error instanceof ConfirmationRequiredError) return { outcome: 'not_done', error: error.kind };
  if (error instanceof AuditUnavailableError) return { outcome: 'not_done', error: 'audit_unavailable' };
  if (error instanceof StateUnavailableError) return { outcome: 'not_done', error: 'state_unavailable' };
  if (error instanceof ToolError || error instanceof InvalidAddressError)
    return { outcome: 'not_done', error: 'invalid_input' };
  return { outcome: 'unknown', error: 'internal_error' };
}
