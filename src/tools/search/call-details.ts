import { ApiError, InvalidIdError } from '../../api/index.ts';
import type { CallDetail, Read } from '../../contract/index.ts';
import { pluralize } from '../../lib/text/text.ts';
import type { ToolContext } from '../core/context.ts';

/** A call whose details cannot be read, while those of others can. */
export class UnreadableCall {
  constructor(readonly cause: unknown) {}

  get isServerError(): boolean {
    return this.cause instanceof ApiError && this.cause.details.kind === 'server_error';
  }
}

/** Failures that may concern one record only. All others would repeat with the next one. */
const RECORD_FAILURES: readonly string[] = ['bad_request', 'invalid_response', 'response_too_large', 'server_error'];

/** Reads the details of a call; undefined if it was deleted after it was listed. */
export async function readCallDetail(
  id: string,
  { api, callCache: calls, signal }: ToolContext,
): Promise<Read<typeof CallDetail> | UnreadableCall | undefined> {
  return calls
    .get(id, () => api.getCall({ id, signal }))
    .catch((error: unknown) => {
      if (error instanceof ApiError && error.details.kind === 'not_found') return undefined;
      // The platform listed an id that no address can contain.
      if (error instanceof InvalidIdError) return new UnreadableCall(error);
      if (error instanceof ApiError && RECORD_FAILURES.includes(error.details.kind)) return new UnreadableCall(error);
      throw error;
    });
}

/** Returns the output field `omitted` of a tool that reads the details of many calls. */
export function describeOmittedCalls(withoutTime: number, unreadable: number): { omitted?: string } {
  const sentences = [
    ...(withoutTime > 0 ? [`${pluralize(withoutTime, 'call')} without a readable time.`] : []),
    ...(unreadable > 0
      ? [`${pluralize(unreadable, 'call')} that the platform lists, but whose details cannot be read.`]
      : []),
  ];
  return sentences.length > 0 ? { omitted: sentences.join(' ') } : {};
}
