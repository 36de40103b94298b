import { pluralize } from '../../lib/text/text.ts';
import type { MirrorState } from '../../platform/mirror/inspect.ts';
import { type CheckResult, result } from './check.ts';

/** How much an index has. */
export function stateResult(name: string, state: MirrorState, maxBytes: number, place: object): CheckResult {
  const { bytes, lists, callsWithoutDetail, unreadableCalls, unconfirmedRecords, isRead } = state;
  const counted = lists
    .filter(({ progress }) => !progress.refused)
    .map(({ kind, progress: { records, total } }) => `${kind} ${records}${total === null ? '' : ` of ${total}`}`);
  const transcripts = [
    callsWithoutDetail > 0 ? `, ${pluralize(callsWithoutDetail, 'transcript')} to read` : '',
    unreadableCalls > 0 ? `, ${pluralize(unreadableCalls, 'transcript')} that the platform does not return` : '',
    unconfirmedRecords > 0
      ? `, ${pluralize(unconfirmedRecords, 'record')} from before a change of the API key or country`
      : '',
  ].join('');
  const size = `${(bytes / 2 ** 20).toFixed(1)} MiB`;
  const summary = `${name}: ${counted.join(', ') || 'empty'}${transcripts}; ${size}${isRead ? ', being read now' : ''}`;
  const data = {
    ...place,
    bytes,
    lists,
    calls_without_detail: callsWithoutDetail,
    unreadable_calls: unreadableCalls,
    unconfirmed_records: unconfirmedRecords,
  };
  if (bytes < maxBytes) return result('index', 'ok', summary, { data });
  const fix = 'Raise --index-max-mib (RCPT_INDEX_MAX_MIB); until then searches read the platform.';
  return result('index', 'warning', `${summary}: its maximum size is reached`, { fix, data });
}
