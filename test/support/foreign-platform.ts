import { createHash } from 'node:crypto';
import { isObject, type JsonObject } from '../../src/lib/json.ts';
import { startUpstream, type Upstream } from './upstream.ts';

export interface ForeignOptions {
  /** What a `PUT` does with the fields that its body does not have: removes them, or leaves them unchanged. */
  put: 'replaces' | 'merges';
  /**
   * Holds the first PUT requests of each record until this many have arrived, and answers them when all are carried out:
   * each is based on the same state. Default: 1.
   */
  simultaneousPuts?: number;
  /** A status in a body changes nothing, as of a booking that is no no-show. Default: false. */
  keepsStatus?: boolean;
  /** Sends `ETag`, and answers 412 to an outdated `If-Match`. Default: false. */
  entityTags?: boolean;
  /** `data` of `GET /v1/capabilities`. Default: the endpoint does not exist. */
  capabilities?: JsonObject;
}

export interface ForeignPlatform extends Upstream {
  /** All records by id. Tests add and change them directly. */
  records: Map<string, JsonObject>;
  /** Runs a function after the next read of a record, before its answer: another client's change, for example. */
  afterRead(run: (id: string) => void): void;
}

interface Answer {
  status: number;
  data?: JsonObject | undefined;
  etag?: string;
}

/** A platform of another vendor: bookings and contacts in memory, with the endpoints of the specification. */
export async function startForeignPlatform(options: ForeignOptions): Promise<ForeignPlatform> {
  const { put, simultaneousPuts = 1, keepsStatus = false, entityTags = false, capabilities } = options;
  const records = new Map<string, JsonObject>();
  let afterRead: ((id: string) => void) | undefined;
  const barriers = new Map<string, Barrier>();
  const tagOf = (id: string) =>
    `"${createHash('sha256')
      .update(JSON.stringify(records.get(id)))
      .digest('hex')}"`;

  const answer = async (method: string, path: string, body: string, ifMatch?: string): Promise<Answer> => {
    if (path === '/api/v1/capabilities' && capabilities) return { status: 200, data: capabilities };
    const id = decodeURIComponent(/^\/api\/v1\/(?:bookings|contacts)\/([^/?]+)$/.exec(path)?.[1] ?? '');
    if (!records.has(id)) return { status: 404 };
    if (method === 'PUT') {
      const barrier = barriers.get(id) ?? createBarrier(simultaneousPuts);
      barriers.set(id, barrier);
      await barrier();
      const before = records.get(id) as JsonObject;
      if (entityTags && ifMatch !== undefined && ifMatch !== tagOf(id)) return { status: 412 };
      const after = put === 'merges' ? merge(before, JSON.parse(body)) : JSON.parse(body);
      records.set(id, { ...after, ...(keepsStatus ? { status: before.status } : {}), id });
    }
    const answered = { status: 200, data: records.get(id), ...(entityTags ? { etag: tagOf(id) } : {}) };
    if (method === 'GET') {
      const run = afterRead;
      afterRead = undefined;
      run?.(id);
    }
    // Those that were held together are all carried out before one is answered.
    await new Promise(setImmediate);
    return answered;
  };

  const upstream = await startUpstream(async ({ method, path, headers, body }, response) => {
    const { status, data, etag } = await answer(method, path, body, headers['if-match']);
    response.writeHead(status, { 'content-type': 'application/json', ...(etag ? { etag } : {}) });
    response.end(JSON.stringify(status === 200 ? { data } : { error: 'refused', message: 'Refused' }));
  });
  return {
    ...upstream,
    records,
    afterRead: (run) => {
      afterRead = run;
    },
  };
}

type Barrier = () => Promise<void>;

/** Returns a function whose first calls resolve when there are `count` of them, and later ones at once. */
function createBarrier(count: number): Barrier {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let arrived = 0;
  return () => {
    if (++arrived >= count) open();
    return opened;
  };
}

/** Merges nested objects by field, as the extension `merge_updates` requires. */
function merge(before: JsonObject, changes: JsonObject): JsonObject {
  const merged = { ...before };
  for (const [name, value] of Object.entries(changes)) {
    const old = before[name];
    merged[name] = isObject(old) && isObject(value) ? merge(old, value) : value;
  }
  return merged;
}
