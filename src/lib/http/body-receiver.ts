import type { IncomingMessage, ServerResponse } from 'node:http';

/** Bodies that one caller may be sending at a time, and their bytes: announced ones of large bodies, otherwise received. */
export const MAX_CALLER_BODIES = 128;
export const MAX_CALLER_BODY_BYTES = 4 * 1024 * 1024;
/** The same for all callers together. */
export const MAX_BODIES = 1_024;
export const MAX_ALL_BODY_BYTES = 32 * 1024 * 1024;
/** A longer body is large: hardly any request needs one. */
export const LARGE_BODY_BYTES = 64 * 1024;

/** A request whose body was received: the adapter of node:http reads it from this member. */
export type ReceivedMessage = IncomingMessage & { rawBody?: Buffer | undefined };

interface BodyRequest {
  incoming: ReceivedMessage;
  outgoing: ServerResponse;
  /** The key of the caller that sends it. */
  caller: string;
  /** A longer body is passed on unread or cut after this size, and its handler refuses it. */
  maxBytes: number;
  /** Returns whether a request with a body of this size would be processed now. A large body is otherwise not read. */
  isAdmissible(bytes: number): boolean;
}

interface BodyReceiver {
  /**
   * Receives the body of a request, then calls `next`. A request therefore takes nothing else before its body has
   * arrived.
   */
  receive(request: BodyRequest, next: () => void): void;
}

/** A body that has not arrived completely. */
interface PartialBody {
  caller: string;
  /** Reserved bytes: the announced ones of a large body, or else those received. */
  bytes: number;
  isRefused: boolean;
  refuse(): void;
}

/**
 * Receives request bodies within bounds in number and bytes. At a bound the oldest body of the caller that exceeds its
 * own, or that sends the most, is refused: a body that is sent at a usual speed is never old, so a client that sends
 * thousands of bodies slowly, or only their first byte, keeps no other caller out. A large body for which its caller has
 * no bytes left is refused itself, before it is read if it has a `Content-Length`: clients that share a caller still
 * send their usual, small ones.
 * @param refuse answers a request whose body is not received. The connection must be closed.
 */
export function createBodyReceiver(refuse: (outgoing: ServerResponse) => void): BodyReceiver {
  const partial = createPartialBodies();
  return {
    receive({ incoming, outgoing, caller, maxBytes, isAdmissible }, next) {
      const announced = Number(incoming.headers['content-length'] ?? 0);
      if (!hasBody(incoming) || announced > maxBytes) return next();
      const isRefused = (bytes: number, more = bytes) =>
        bytes > LARGE_BODY_BYTES && !(partial.hasRoom(caller, more) && isAdmissible(Math.min(bytes, maxBytes)));
      if (isRefused(announced)) return refuse(outgoing);
      let received = 0;
      const chunks: Buffer[] = [];
      let isOver = false;
      const end = () => {
        if (isOver) return;
        isOver = true;
        incoming.off('data', onData).off('end', onEnd);
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
        chunks.length = 0;
        next();
      };
      const onData = (chunk: Buffer) => {
        received += chunk.length;
        const more = Math.max(0, received - body.bytes);
        if (more > 0 && isRefused(received, more)) return body.refuse();
        chunks.push(chunk);
        partial.add(body, more);
        if (received <= maxBytes || body.isRefused) return;
        incoming.pause();
        onEnd();
      };
      incoming.on('data', onData).on('end', onEnd);
      outgoing.on('close', () => {
        end();
        // An idle connection keeps its last request.
        incoming.rawBody = undefined;
      });
      partial.add(body, announced > LARGE_BODY_BYTES ? announced : 0);
    },
  };
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
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
    /** Returns whether a caller may send so many bytes more without the refusal of another body. */
    hasRoom: (caller: string, more: number) =>
      (callers.get(caller)?.bytes ?? 0) + more <= MAX_CALLER_BODY_BYTES && bytes + more <= MAX_ALL_BODY_BYTES,
    /** Reserves bytes of a body, which may be new. May refuse it, or another one. */
    add(body: PartialBody, more: number) {
      const caller = callers.get(body.caller) ?? { bodies: new Set(), bytes: 0 };
      callers.set(body.caller, caller);
      if (!caller.bodies.has(body)) count++;
      caller.bodies.add(body);
      body.bytes += more;
      caller.bytes += more;
      bytes += more;
      if (caller.bodies.size > MAX_CALLER_BODIES || caller.bytes > MAX_CALLER_BODY_BYTES) refuseOldest(caller);
      if (count > MAX_BODIES) refuseOldest(largest(({ bodies }) => bodies.size));
      if (bytes > MAX_ALL_BODY_BYTES) refuseOldest(largest((sender) => sender.bytes));
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
