import type { Effect } from '../../contract/index.ts';
import type { CallOrigin } from '../../lib/http/request-context.ts';
import { isObject, type JsonObject } from '../../lib/json.ts';
import type { AuditedEnd } from './audit-log.ts';
import type { ToolContext } from './context.ts';
import { AuditUnavailableError, outcomeOf } from './errors.ts';
import { originFields } from './origin.ts';
import { QuestionError } from './question.ts';

/** The part of a tool's definition that the audit log needs. */
interface AuditedTool {
  name: string;
  effect: Effect;
  spoken?: true;
}

/** Arguments with the id of the record that a write changes, and the answer fields with the record. */
const RECORDS = {
  booking_id: 'booking',
  contact_id: 'contact',
  webhook_id: 'webhook',
  api_key_id: 'api_key',
  business_id: 'business',
} as const;
/** Longer ids are cut, because callers choose them. In characters. */
const MAX_ID_LENGTH = 128;

/**
 * Executes a write and records it in the audit log, if there is one.
 * @throws AuditUnavailableError if the write could not be recorded and was therefore not made, or the write's own error.
 */
export async function withAudit(
  tool: AuditedTool,
  input: JsonObject,
  { audit, audited, logger, origin }: Pick<ToolContext, 'audit' | 'audited' | 'logger'> & { origin: CallOrigin },
  write: () => Promise<JsonObject>,
): Promise<JsonObject> {
  if (!audit || tool.effect === 'read') return write();
  // A create has no record yet: an id in its arguments is that of another record.
  const recordId = tool.effect === 'create' ? undefined : idIn(input);
  const end = await audit.begin({ tool: tool.name, recordId, about: origin.requestContext }).catch((error: unknown) => {
    logger.warn('a write was refused: the audit log cannot be written', {
      tool: tool.name,
      error,
      ...originFields(origin),
    });
    throw new AuditUnavailableError('The audit log cannot be written');
  });
  const changedId = () => recordId ?? audited.recordId?.slice(0, MAX_ID_LENGTH);
  // The write was sent: a failure to record its outcome must not replace that outcome.
  const recordOutcome = (outcome: AuditedEnd) =>
    end(outcome).catch((error: unknown) =>
      logger.warn('the audit log lacks the outcome of a write', {
        tool: tool.name,
        ...outcome,
        error,
        ...originFields(origin),
      }),
    );
  try {
    const answer = await write();
    await recordOutcome(
      tool.spoken && !audited.isDone
        ? { outcome: 'not_done', recordId: changedId() }
        : { outcome: 'done', recordId: changedId() ?? idOf(answer), repeated: audited.repeated },
    );
    return answer;
  } catch (error) {
    await recordOutcome({ recordId: changedId(), ...failureOf(error) });
    throw error;
  }
}

function idIn(input: JsonObject): string | undefined {
  for (const name of Object.keys(RECORDS))
    if (typeof input[name] === 'string') return input[name].slice(0, MAX_ID_LENGTH);
  return undefined;
}

function idOf(answer: JsonObject): string | undefined {
  for (const kind of Object.values(RECORDS)) {
    const record = answer[kind];
    if (isObject(record) && typeof record.id === 'string') return record.id.slice(0, MAX_ID_LENGTH);
  }
  return undefined;
}

function failureOf(error: unknown): AuditedEnd {
  if (error instanceof QuestionError) return { outcome: 'not_done', error: 'question' };
  const { kind, changed } = outcomeOf(error);
  return { outcome: changed === 'no' ? 'not_done' : 'unknown', error: kind };
}
