import type { FollowUpQuery, PromiseStatus } from '../../contract/index.ts';
import type { PromiseKind } from '../../lib/promises/languages/language.ts';
import { invalid } from '../http/errors.ts';
import type { CallPosition } from '../store/calls/calls-of-window.ts';
import { fromIso, toIso } from '../store/time.ts';

/** The question of a request, with times in epoch milliseconds. */
export interface FollowUpQuestion {
  teamId: string;
  /** Start of the calls, inclusive. */
  from: number;
  /** End of the calls, exclusive. */
  to: number;
  /** The call before the first one that is read. */
  after: CallPosition | undefined;
  kind: PromiseKind | undefined;
  /** Only promises of this call. */
  callId?: string | undefined;
  status: PromiseStatus | undefined;
  /** Whether the booking of a call counts, which is a field of the call. */
  ownBookings: boolean;
  /** Whether other bookings count. */
  bookings: boolean;
  /** Whether contacts are read. */
  contacts: boolean;
}

type Window = Pick<FollowUpQuestion, 'from' | 'to' | 'after'>;

/** @throws HttpError 400 for an empty window, and for a position that no response has given. */
export function readWindow({ from, to, after }: Pick<FollowUpQuery, 'from' | 'to' | 'after'>): Window {
  const window = {
    from: from === undefined ? Number.MIN_SAFE_INTEGER : fromIso(from),
    to: to === undefined ? Number.MAX_SAFE_INTEGER : fromIso(to),
  };
  if (window.from >= window.to) throw invalid('to: must be after from');
  return { ...window, after: after === undefined ? undefined : readPosition(after) };
}

export const positionText = ({ at, id }: CallPosition): string => `${toIso(at)},${id}`;

function readPosition(text: string): CallPosition {
  const [time = '', ...rest] = text.split(',');
  const at = Date.parse(time);
  const id = rest.join(',');
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(time) || Number.isNaN(at) || id === '' || id.includes('\0')) {
    throw invalid('after: must be `next` of an earlier response');
  }
  return { at, id };
}
