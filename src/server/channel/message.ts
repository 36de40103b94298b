import type { PlatformEvent } from '../../events/event.ts';
import { joined, quoted, type Sentence, say, trusted } from '../../lib/text/sentence.ts';
import { pluralize } from '../../lib/text/text.ts';
import { presentEvent, READING_TOOLS, renderSentence, type ToolContext, UNTRUSTED_NOTICE } from '../../tools/index.ts';

/** The parameters of a channel notification: the body of the `<channel>` tag in Claude Code, and its attributes. */
export interface ChannelMessage {
  content: string;
  /** Claude Code drops keys with other characters than letters, digits and underscores. */
  meta: Record<string, string>;
}

/** Values that stand in an attribute unquoted: identifiers and event types. All others are left out. */
const PLAIN = /^[A-Za-z0-9_.-]{1,64}$/;
/** The longest text of others in a message, in characters. */
const MAX_QUOTED = 80;

/** The events that this program and the platforms it polls report. Others are described by their type. */
const HAPPENED: Readonly<Record<string, string>> = {
  'call.completed': 'A call ended',
  'call.updated': 'A call that had ended was updated',
  'booking.created': 'A booking was made',
  'booking.updated': 'A booking was changed',
  'booking.cancelled': 'A booking was cancelled',
};

/**
 * Returns what an event says to the model: what happened in words of this program, and the tool that reads the record. Text of
 * others is quoted and masked as in the sentences of tool answers. The caller may read the record.
 */
export function eventMessage(event: PlatformEvent, context: ToolContext): ChannelMessage {
  const { type, kind, recordId } = event;
  const sentence = say`${whatHappened(event)}${details(event, context)}.${nextCall(event, context)}`;
  return {
    content: render(sentence, context),
    meta: plainOnly({ event_type: type, [kind === 'unknown' ? 'record_id' : `${kind}_id`]: recordId }),
  };
}

/** Returns the message that stands for the events that were too many. */
export function restMessage(count: number, context: ToolContext): ChannelMessage {
  const { offered } = context;
  const next = offered.includes('list_recent_events') ? ' Read them with list_recent_events.' : '';
  return {
    content: `${pluralize(count, 'more event')} happened.${next}`,
    meta: { event_type: 'many', count: String(count) },
  };
}

function whatHappened({ type, kind }: PlatformEvent): Sentence {
  const known = Object.hasOwn(HAPPENED, type) ? HAPPENED[type] : undefined;
  if (known) return trusted(known);
  return say`An event of type ${quoted(type, MAX_QUOTED)}${trusted(kind === 'unknown' ? '' : ` about a ${kind}`)} happened`;
}

/** The person, the start of a booking and the outcome of a call, as far as the event has them. */
function details(event: PlatformEvent, context: ToolContext): Sentence {
  const { contact_name: name, start_local: start, outcome } = presentEvent(event, context);
  const parts = [
    name && say`${trusted(event.kind === 'call' ? 'with' : 'for')} ${quoted(name, MAX_QUOTED)}`,
    start && trusted(`at ${start}`),
    outcome && say`outcome ${quoted(outcome, MAX_QUOTED)}`,
  ].filter((part) => typeof part === 'object');
  return parts.length === 0 ? say`` : say` (${joined(parts, ', ')})`;
}

/** The call that shows more. An event without a record id is shown by the list of events only. */
function nextCall({ kind, recordId }: PlatformEvent, { offered }: ToolContext): Sentence {
  if (kind !== 'unknown' && recordId !== undefined)
    return say` Read it with ${trusted(READING_TOOLS[kind])}, ${trusted(kind)}_id ${recordId}.`;
  return trusted(offered.includes('list_recent_events') ? ' Read more with list_recent_events.' : '');
}

function render(sentence: Sentence, { settings }: ToolContext): string {
  const text = renderSentence(sentence, settings);
  return sentence.isQuoting ? `${text} In quotation marks is ${UNTRUSTED_NOTICE}` : text;
}

function plainOnly(values: Record<string, string | undefined>): Record<string, string> {
  const plain = Object.entries(values).filter(([, value]) => value !== undefined && PLAIN.test(value));
  return Object.fromEntries(plain) as Record<string, string>;
}
