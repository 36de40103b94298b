import type { Api } from '../../api/index.ts';
import type { CallDetail, Contact, FollowUps, PromisingCallRecord, Read } from '../../contract/index.ts';
import type { MirroredKind } from '../../platform/mirror/index.ts';
import { type FreshRecords, refreshRecords } from './refresh-records.ts';
import { MAX_SEARCHES, readTime, type SearchParts } from './search.ts';

export type FollowUpArgs = Parameters<Api['listFollowUps']>[0];
type Refresh = (kind: MirroredKind, ids: readonly string[], form?: 'list' | 'detail') => Promise<FreshRecords>;

/**
 * Finds promises in the mirror. The calls that the answer shows, their contacts, and what kept the promises are read from
 * the platform where their copy is not fresh. Where that shows a change, the search is repeated.
 */
export async function followUpsOfMirror(
  args: FollowUpArgs,
  { api, mirror, mirrorApi }: SearchParts,
): Promise<Read<typeof FollowUps>> {
  const refresh: Refresh = (kind, ids, form) =>
    refreshRecords({ api, mirror, kind, ids: [...new Set(ids)], form: form ?? 'list', signal: args.signal });
  for (let searches = 1; ; searches++) {
    const found = await mirrorApi.listFollowUps(args);
    const calls = found.fields.calls ?? [];
    const shown = await refreshShown(calls, refresh);
    if (shown.isChanged && searches < MAX_SEARCHES) continue;
    return {
      ...found,
      fields: { ...found.fields, calls: calls.flatMap((call) => shown.present(call) ?? []) },
      as_of: await readTime(mirror, ['calls', 'contacts', 'bookings'], shown.oldest),
    };
  }
}

async function refreshShown(calls: readonly PromisingCallRecord[], refresh: Refresh) {
  const events = calls.flatMap(({ promises }) => promises.flatMap(({ kept_by: event }) => event ?? []));
  const idsOf = (kind: 'call' | 'booking') => events.flatMap((event) => (event.kind === kind ? [event.id] : []));
  const named = calls.flatMap((call) => (call.contact_name !== null ? (call.contact_id ?? []) : []));
  const own = await refresh(
    'calls',
    calls.map(({ id }) => id),
    'detail',
  );
  // Calls whose transcript the platform does not return: their list may have a summary.
  const listed = await refresh(
    'calls',
    calls.flatMap(({ id }) => (own.reads.has(id) ? [] : id)),
    'list',
  );
  const contacts = await refresh('contacts', named);
  const others = [await refresh('calls', idsOf('call'), 'detail'), await refresh('bookings', idsOf('booking'))];
  const all = [own, listed, contacts, ...others];
  const ages = all.flatMap(({ oldest }) => oldest ?? []);
  return {
    isChanged: all.some(({ isChanged }) => isChanged),
    oldest: ages.length > 0 ? Math.min(...ages) : undefined,
    /** A call as the platform writes it; undefined if it is gone. */
    present(call: PromisingCallRecord): PromisingCallRecord | undefined {
      const read = (own.reads.get(call.id) ?? listed.reads.get(call.id)) as Read<typeof CallDetail> | undefined;
      const contact = contacts.reads.get(call.contact_id ?? '') as Read<typeof Contact> | undefined;
      if (!read) return undefined;
      return { ...call, phone: read.fields.phone ?? null, contact_name: contact?.fields.name ?? null };
    },
  };
}
