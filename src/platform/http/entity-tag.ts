import { entityTagOf } from '../../lib/http/entity-tag.ts';
import { badRequest, HttpError } from './errors.ts';

/** The strong entity tag of a record: equal records have equal tags, on every process. */
export const entityTag = (record: object): string => entityTagOf(JSON.stringify(record));

/** The condition of a request. Handlers check it inside of the transaction that changes the record. */
export interface Precondition {
  /** Throws 412 if the request is for another state of the record, and 400 if `If-Match` is malformed. */
  assertHolds(current: object): void;
}

const NONE: Precondition = { assertHolds: () => {} };
const MALFORMED: Precondition = {
  assertHolds() {
    throw badRequest('If-Match: must be an ETag as it was received, with its quotation marks, or *');
  },
};
const TAG = String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`;
const LIST = new RegExp(`^\\s*${TAG}(?:\\s*,\\s*${TAG})*\\s*$`);

/** Parses `If-Match` (RFC 9110, 13.1.1). A malformed one is refused with the record: 404 comes before 400. */
export function readPrecondition(ifMatch: string | null): Precondition {
  // `*` requires that the record exists, which handlers check anyway.
  if (ifMatch === null || ifMatch.trim() === '*') return NONE;
  if (!LIST.test(ifMatch)) return MALFORMED;
  const accepted = new Set<string>(ifMatch.match(new RegExp(TAG, 'g')));
  return {
    assertHolds(current) {
      if (!accepted.has(entityTag(current))) throw changedMeanwhile();
    },
  };
}

/** The record was changed since the state that `If-Match` names. */
export const changedMeanwhile = () =>
  new HttpError(412, {
    error: 'precondition_failed',
    message: 'The record was changed since it was read. Nothing was changed by this request.',
  });
