import { MAX_ID_LENGTH, PLAIN_ID } from '../../lib/text/sentence.ts';
import type { Host } from '../bridge/host.ts';
import { type IsOffered, offeredIn, type ToolResult } from '../lib/tool-result.ts';
import type { CallPromise, PromiseState } from './call-review/call.ts';

/** What a component can do where it is shown. What is absent cannot be done there, and has no button. */
export interface Actions {
  /** Whether the caller is offered a tool; absent: any. */
  isOffered?: IsOffered;
  /** Calls a tool that only reads. A tool that fails gives a result with an error; a rejection means that none was called. */
  callTool?: (name: string, args: Record<string, unknown>) => Promise<ToolResult>;
  /** Sends a message in the name of the user. Returns whether it was sent. */
  say?: (text: string) => Promise<boolean>;
  /** Reports what the user chose. The text has identifiers and no words of callers. */
  choose?: (text: string) => Promise<void>;
  /**
   * Marks a promise of a call as kept or as open. Without a status, later records decide again. Returns its state then.
   * @throws Error whose message is a sentence for the user.
   */
  markPromise?: (callId: string, promise: CallPromise, status: 'open' | 'done' | undefined) => Promise<PromiseState>;
  /** Addresses of records on pages of their own, where there are such pages; `start` in epoch milliseconds, if it is known. */
  linkTo?: {
    call(id: string): string;
    booking(id: string, start?: number): string;
    contact(id: string): string;
    /** Where a contact is made for a number; undefined if that is not possible. */
    newContact(number: string): string | undefined;
    /** Undefined for what is no telephone number. */
    phone(number: string): string | undefined;
  };
  /** Opens an https address. Returns whether it was opened. */
  openLink?: (url: string) => Promise<boolean>;
}

/** Returns what the host of a view can do for the caller of a result. Its capabilities are known only after it answered. */
export function hostActions(host: Host, result: ToolResult): Actions {
  const { serverTools, message, updateModelContext, openLinks } = host.capabilities();
  return {
    isOffered: offeredIn(result),
    ...(serverTools ? { callTool: host.callTool } : {}),
    ...(message ? { say: host.say } : {}),
    ...(updateModelContext ? { choose: host.tellModel } : {}),
    ...(openLinks ? { openLink: host.openLink } : {}),
  };
}

/** Reports a choice. Returns what to say about it. */
export const report = (choose: NonNullable<Actions['choose']>, text: string): Promise<string> =>
  choose(text).then(
    () => 'The assistant knows that you chose it.',
    () => 'The host did not take your choice.',
  );

/** Sends a message of the user. Returns what to say about it. */
export const ask = (say: NonNullable<Actions['say']>, text: string): Promise<string> =>
  say(text).then(
    (isSent) => (isSent ? 'The assistant was asked.' : NOT_SENT),
    () => NOT_SENT,
  );
const NOT_SENT = 'The message could not be sent.';

/** Identifiers in messages are quoted unless they are plain: they are from the platform. */
export const quotedId = (id: string): string => (PLAIN_ID.test(id) ? id : JSON.stringify(id.slice(0, MAX_ID_LENGTH)));
