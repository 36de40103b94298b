import type { IncomingMessage, ServerResponse } from 'node:http';

/** Bodies that one caller may be sending at a time, and their bytes so far. */
export const MAX_CALLER_BODIES = 128;
export const MAX_CALLER_BODY_BYTES = 4 * 1024 * 1024;
/** The same for all callers together. */
export const MAX_BODIES = 1_024;
export const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** A request whose body was received: the adapter of node:http reads it from this member. */
export type ReceivedMessage = IncomingMessage & { rawBody?: Buffer };

export interface BodyRequest {
  incoming: ReceivedMessage;
  outgoing: ServerResponse;
  /** The key of the caller that sends it. */
  caller: string;
  /** A longer body is passed on unread or cut after this size, and its handler refuses it. */
  maxBytes: number;
}

export interface BodyReceiver {
  /**
   * Receives the body of a request, then calls `next`. A request therefore takes nothing else before its body has
   * arrived.
   */
  receive(request: BodyRequest, next: () => void): void;
}

/** A body that has not arrived completely. */
interface PartialBody {
  caller: string;
  bytes: number;
  isRefused: boolean;
  refuse(): void;
}

/**
 * Receives request bodies within bounds in number and bytes. At a bound the oldest body of the caller that exceeds its
 * own, or that sends the most, is refused: a body that is sent at a usual speed is never old, so a client that sends
 * thousands of bodies slowly, or only their first byte, keeps no other caller out.
 * @param refuse answers a request whose body is not received. The connection must be closed.
 */
export function createBodyReceiver(refuse: (outgoing: ServerResponse) => void): BodyReceiver {
  const partial = createPartialBodies();
  return {
    receive({ incoming, outgoing, caller, maxBytes }, next) {
      if (!hasBody(incoming) || Number(incoming.headers['content-length'] ?? 0) > maxBytes) return next();
      const chunks: Buffer[] = [];
      const end = () => {
        incoming.off('data', onData).off('end', onEnd);
        outgoing.off('close', end);
        partial.delete(body);
      };
      const body: PartialBody = {
        caller,
        bytes: 0,
        isRefused: false,
        refuse() {
          body.isRefused = true;
          end();
          chunks.length = 0;
          refuse(outgoing);
        },
      };
      const onEnd = () => {
        end();
        const [first] = chunks;
        incoming.rawBody = chunks.length === 1 ? (first as Buffer) : Buffer.concat(chunks);
        next();
      };
      const onData = (chunk: Buffer) => {
        chunks.push(chunk);
        partial.add(body, chunk.length);
        if (body.bytes <= maxBytes || body.isRefused) return;
        incoming.pause();
        onEnd();
      };
      incoming.on('data', onData).once('end', onEnd);
      outgoing.once('close', end);
      partial.add(body, 0);
    },
  };
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** The partial bodies of one caller, oldest first. */
interface CallerBodies {
  bodies: Set<PartialBody>;
  bytes: number;
}

function createPartialBodies() {
  const callers = new Map<string, CallerBodies>();
  let [count, bytes] = [0, 0];
  const refuseOldest = ({ bodies }: CallerBodies) => {
    for (const oldest of bodies) return oldest.refuse();
  };
  const largest = (size: (caller: CallerBodies) => number) =>
    [...callers.values()].reduce((most, caller) => (size(caller) > size(most) ? caller : most));
  return {
    /** Counts bytes of a body; of none for a new one. May refuse it, or another one. */
    add(body: PartialBody, received: number) {
      const caller = callers.get(body.caller) ?? { bodies: new Set(), bytes: 0 };
      callers.set(body.caller, caller);
      if (!caller.bodies.has(body)) count++;
      caller.bodies.add(body);
      body.bytes += received;
      caller.bytes += received;
      bytes += received;
      if (caller.bodies.size > MAX_CALLER_BODIES || caller.bytes > MAX_CALLER_BODY_BYTES) refuseOldest(caller);
      if (count > MAX_BODIES) refuseOldest(largest(({ bodies }) => bodies.size));
      if (bytes > MAX_BODY_BYTES) refuseOldest(largest((sender) => sender.bytes));
    },
    delete(body: PartialBody) {
      const caller = callers.get(body.caller);
      if (!caller?.bodies.delete(body)) return;
      count--;
      caller.bytes -= body.bytes;
      bytes -= body.bytes;
      if (caller.bodies.size === 0) callers.delete(body.caller);
    },
  };
}
