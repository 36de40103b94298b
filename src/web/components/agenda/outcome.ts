import { browserNow } from '../../lib/clock.ts';
import { timesInWords } from '../../lib/sentence-times.ts';
import { clockText, dayText, localTime } from '../../lib/time.ts';
import { errorOf, overridable, platformReason, refusingRule, type ToolResult } from '../../lib/tool-result.ts';
import { type Fields, instant, isFields, rows, text } from './reading/fields.ts';
import type { Booking } from './types.ts';
import { quotedText, spanText, statusText } from './words.ts';

/** What came of an action, in words. */
export interface Outcome {
  kind: 'good' | 'warn' | 'bad';
  text: string;
  /** The reason, as the server states it. */
  reason?: string | undefined;
  /** Whether the agenda may differ from what is drawn. */
  isChanged: boolean;
  /** Other starts that are free. */
  alternatives: number[];
  /** The rule that refused it, if the user can decide on an exception. */
  rule?: string | undefined;
  /** An appointment that has another time now, and its day (YYYY-MM-DD). */
  moved?: { id: string; day: string } | undefined;
}

export interface ActionWords {
  busy: string;
  /** `The appointment was cancelled.` */
  done: string;
  /** `The appointment was not cancelled.` */
  refused: string;
  /** `No answer came, so it is unknown whether the appointment was cancelled.` */
  unknown: string;
  yes: string;
  no: string;
  /** Does it against a rule; undefined if no rule refuses it. */
  anyway?: string;
}

export const CANCEL_WORDS: ActionWords = {
  busy: 'Cancelling the appointment…',
  done: 'The appointment is cancelled.',
  refused: 'The appointment was not cancelled. Nothing was changed.',
  unknown: 'It is unknown whether the appointment was cancelled.',
  yes: 'Yes, cancel it',
  no: 'No, keep it',
};

export const MOVE_WORDS: ActionWords = {
  busy: 'Moving the appointment…',
  done: 'The appointment is moved.',
  refused: 'The appointment was not moved. Nothing was changed.',
  unknown: 'It is unknown whether the appointment was moved.',
  yes: 'Yes, move it',
  no: 'No, keep its time',
  anyway: 'Move anyway',
};

export const SERVICE_WORDS: ActionWords = {
  busy: 'Changing the service…',
  done: 'The service is changed.',
  refused: 'The service was not changed. Nothing was changed.',
  unknown: 'It is unknown whether the service was changed.',
  yes: 'Yes, change it',
  no: 'No, keep the service',
  anyway: 'Change anyway',
};

/** For the same service, as long as it takes by now. */
export const LENGTH_WORDS: ActionWords = {
  busy: 'Changing the length…',
  done: 'The length is changed.',
  refused: 'The length was not changed. Nothing was changed.',
  unknown: 'It is unknown whether the length was changed.',
  yes: 'Yes, change it',
  no: 'No, keep the length',
  anyway: 'Change anyway',
};

export const NO_SHOW_WORDS: ActionWords = {
  busy: 'Recording that the customer did not come…',
  done: 'It is recorded that the customer did not come.',
  refused: 'It was not recorded that the customer did not come. Nothing was changed.',
  unknown: 'It is unknown whether it was recorded that the customer did not come.',
  yes: 'Yes, record it',
  no: 'No, leave it',
};

export const CAME_WORDS: ActionWords = {
  busy: 'Recording that the customer came…',
  done: 'It is recorded that the customer came.',
  refused: 'It was not recorded that the customer came. Nothing was changed.',
  unknown: 'It is unknown whether it was recorded that the customer came.',
  yes: 'Yes, record it',
  no: 'No, leave it',
};

export const NOTES_WORDS: ActionWords = {
  busy: 'Saving the notes…',
  done: 'The notes are saved.',
  refused: 'The notes were not saved. Nothing was changed.',
  unknown: 'It is unknown whether the notes were saved.',
  yes: 'Yes, save them',
  no: 'No, do not save them',
};

/** Something could not be read, and nothing was changed. */
export const failedReading = (text: string, reason?: string): Outcome => ({
  kind: 'bad',
  text,
  reason,
  isChanged: false,
  alternatives: [],
});

/** The outcome of an answer that is no question. */
export function outcomeOf(result: ToolResult, words: ActionWords, zone: string): Outcome {
  const { structuredContent = {} } = result;
  const message = errorOf(result);
  if (message === undefined) {
    const booking = isFields(structuredContent.booking) ? structuredContent.booking : {};
    return {
      kind: 'good',
      text: `${words.done}${newTime(booking, words, zone)}`,
      reason: text(structuredContent.note),
      moved: words === MOVE_WORDS ? movedTo(booking, zone) : undefined,
      isChanged: true,
      alternatives: [],
    };
  }
  const error = isFields(structuredContent.error) ? structuredContent.error : {};
  const isUnchanged = error.changed === 'no';
  const rule = overridable(refusingRule(result));
  return {
    kind: isUnchanged ? 'bad' : 'warn',
    text: isUnchanged ? words.refused : words.unknown,
    reason: isUnchanged ? reasonIn(rule ? platformReason(message) : message) : message,
    // What refuses a change is often another one, which is not drawn yet.
    isChanged: true,
    alternatives: rows(error.alternatives).flatMap((one) => instant(one.start_time) ?? []),
    rule,
  };
}

/** Where an appointment is now: a move gives it another start, another service perhaps another end. */
function newTime(booking: Fields, words: ActionWords, zone: string): string {
  const start = startOf(booking);
  const end = instant(booking.end_time) ?? instant(booking.end_local);
  if (words === MOVE_WORDS && start !== undefined) return ` Its time is now ${dayAndTime(start, zone)}.`;
  if ((words !== SERVICE_WORDS && words !== LENGTH_WORDS) || start === undefined || end === undefined) return '';
  // People do not offer all services, so that it may have got another person.
  const person = text(booking.staff_name);
  return ` The appointment is now from ${spanText({ start, end }, zone)}${person ? `, with ${quotedText(person)}` : ''}.`;
}

const startOf = (booking: Fields) => instant(booking.start_time) ?? instant(booking.start_local);

/** Where an appointment is now, as far as that is known. */
function movedTo(booking: Fields, zone: string): Outcome['moved'] {
  const [id, start] = [text(booking.id), startOf(booking)];
  return id === undefined || start === undefined ? undefined : { id, day: localTime(new Date(start), zone).date };
}

/** The outcome of a call without an answer. */
export const unansweredOutcome = (words: ActionWords): Outcome => ({
  kind: 'warn',
  text: words.unknown,
  reason: 'No answer came. Look at the appointment again before you repeat it.',
  isChanged: true,
  alternatives: [],
});

/** How an appointment is now if it was changed since it was drawn, and where one that was moved is; undefined if it was not. */
export function changeSince(
  drawn: Booking,
  now: Booking,
  zone: string,
): { reason: string; moved?: Outcome['moved'] } | undefined {
  if (!drawn.updatedAt || now.updatedAt === drawn.updatedAt) return undefined;
  const meanwhile = (what: string) => ({ reason: `It was changed meanwhile: ${what}.` });
  if (now.isOff && now.status) return meanwhile(`it is ${statusText(now.status.toLowerCase())}`);
  const isInPlace = now.start === drawn.start && now.staff === drawn.staff;
  if (isInPlace && now.service && drawn.service && now.service !== drawn.service)
    return meanwhile(`its service is now ${quotedText(now.service)}`);
  if (isInPlace && now.name && now.name !== drawn.name) return meanwhile(`its customer is now ${quotedText(now.name)}`);
  if (isInPlace && now.notes !== drawn.notes) return { reason: 'Its notes were changed meanwhile.' };
  const who = now.staff ? ` with ${quotedText(now.staff)}` : '';
  const moved = now.id && { id: now.id, day: localTime(new Date(now.start), zone).date };
  return { ...meanwhile(`it is now on ${dayAndTime(now.start, zone)}${who}`), ...(moved && { moved }) };
}

/** Before the reason of a refusal: the rule by its code, which is for programs. */
const BY_RULE = /^The platform refused it by the rule \w+ \(\d+\): (.)/;

/** The reason in a message: what precedes its verdict, after which only advice for models follows. */
function reasonIn(message: string): string | undefined {
  const reason = message.split(/\s*Nothing was changed/)[0]?.trim() ?? '';
  return timesInWords(reason.replace(BY_RULE, (_, first: string) => first.toUpperCase())) || undefined;
}

/** `Tuesday, 24 November, 9:30` */
export function dayAndTime(at: number, zone: string): string {
  const [date, today] = [at, browserNow()].map((time) => localTime(new Date(time), zone).date) as [string, string];
  return `${dayText(date, 'long', today.slice(0, 4))}, ${clockText(new Date(at), zone)}`;
}
