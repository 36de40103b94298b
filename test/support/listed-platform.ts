import { json, startUpstream, type Upstream } from './upstream.ts';

type Row = Readonly<Record<string, unknown>>;

/** The lists of a platform of another vendor, by their names in paths. A list that is absent is refused with 403. */
export type Lists = Partial<Record<'bookings' | 'contacts' | 'calls' | 'services' | 'staff', readonly Row[]>>;

export interface ListedPlatform extends Upstream {
  /** Replaces the lists. */
  serve(lists: Lists, options?: { statedTotal?: number }): void;
  /** Number of list requests by path since the last `serve`. */
  requests(list: keyof Lists): number;
}

/** A platform that serves lists in pages and single records by id. A list of staff is announced if there is one. */
export async function startListedPlatform(): Promise<ListedPlatform> {
  const upstream = await startUpstream();
  let servedFrom = 0;
  const serve: ListedPlatform['serve'] = (lists, { statedTotal } = {}) => {
    servedFrom = upstream.received.length;
    upstream.behave((request, response) => {
      const { pathname, searchParams } = new URL(request.path, 'http://x');
      const [name = '', id] = pathname.replace('/api/v1/', '').split('/');
      const refuse = (status: number) => json(status, { error: 'refused', message: 'Refused' })(request, response);
      if (name === 'capabilities') {
        return lists.staff
          ? json(200, { data: { extensions: { staff: { version: 1 } } } })(request, response)
          : refuse(404);
      }
      const rows = lists[name as keyof Lists];
      if (!rows) return refuse(403);
      if (id !== undefined) {
        const row = rows.find((one) => one.id === decodeURIComponent(id));
        return row ? json(200, { data: row })(request, response) : refuse(404);
      }
      const page = Number(searchParams.get('page') ?? 1);
      const per_page = Number(searchParams.get('per_page') ?? 25);
      const data = rows.slice((page - 1) * per_page, page * per_page);
      const total = statedTotal ?? rows.length;
      json(200, { data, meta: { total, page, per_page, has_more: page * per_page < rows.length } })(request, response);
    });
  };
  return {
    ...upstream,
    serve,
    requests: (list) =>
      upstream.received.slice(servedFrom).filter(({ path }) => path.startsWith(`/api/v1/${list}?`)).length,
  };
}
