import { deflateSync, inflateSync } from 'node:zlib';

/**
 * The large texts of a mirror in a file are stored compressed (RFC 1950), as its only blobs: records as they were sent, and
 * transcripts. No statement of SQL looks into them. PostgreSQL compresses large values itself.
 */
const COLUMNS = ['raw_json', 'detail_json', 'transcript_json'];

/** Shorter texts gain too little. In UTF-16 code units, as the other length. */
const MIN_LENGTH = 100;
/** Shorter texts are compressed in less memory, which takes a third less time. */
const LARGE_LENGTH = 4_000;

/**
 * What records often contain, the most frequent last: a single record is too short to repeat much. Never change it, because what
 * is stored cannot be read with another one.
 */
const DICTIONARY = Buffer.from(
  '"prices":[{"price_cents":"currency":"USD""description":"duration_minutes":"title":"additional":{"tools":"fields":{"source":' +
    '"recording_url":"https://"business_phone":"call_reference":"overrides":["attendance":"no_show""language":"es","language":"en",' +
    '"outcome":"booked","booking_id":"direction":"outbound","direction":"inbound","duration_seconds":"ended_at":"started_at":' +
    '"summary":"transcript":[{"speaker":"agent","text":"","offset_seconds":0},{"speaker":"caller","text":"service_name":' +
    '"staff_name":"{"id":"call_{"id":"ct_","name":"@gmail.com","phone":"+1","created_at":"{"id":"bk_","service_id":"svc_",' +
    '"staff_id":"stf_","contact_id":"ct_","status":"completed","status":"cancelled","status":"confirmed","notes":"","contact":' +
    '{"name":"","email":".com","phone":"+1"},"start_time":"2026-01-01T00:00:00Z","end_time":"2025-12-31T20:30:00.000Z",' +
    '"created_at":"2026-01-01T10:00:00.000Z","updated_at":"2026-01-01T10:00:00.000Z","cancelled_at":null}',
);
/** A higher level takes twice the time for a twentieth of the size. */
const LARGE = { level: 3, dictionary: DICTIONARY };
const SMALL = { ...LARGE, windowBits: 12, memLevel: 5, chunkSize: 1_024 };
/** As much as one step of the decompression usually has to make of a byte. */
const USUAL_RATIO = 8;

/** Converts a row to the form in which a database stores it. */
export type Pack = <R extends object>(row: R) => R;

export const unpacked: Pack = (row) => row;

/** Compresses the large texts of a row. Its type remains: `unpackRow` is called with every row that is read. */
export const packRow: Pack = (row) => {
  const packed: Record<string, Uint8Array> = {};
  for (const column of COLUMNS) {
    const text: unknown = row[column as keyof typeof row];
    if (typeof text !== 'string' || text.length < MIN_LENGTH) continue;
    packed[column] = deflateSync(text, text.length < LARGE_LENGTH ? SMALL : LARGE);
  }
  return Object.keys(packed).length > 0 ? { ...row, ...packed } : row;
};

/** Decompresses the texts of a row in place. Short ones are not compressed. */
export function unpackRow(row: Record<string, unknown>): void {
  for (const column of COLUMNS) {
    const value = row[column];
    if (!(value instanceof Uint8Array)) continue;
    row[column] = inflateSync(value, { dictionary: DICTIONARY, chunkSize: value.length * USUAL_RATIO }).toString();
  }
}
