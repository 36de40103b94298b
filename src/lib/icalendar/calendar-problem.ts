/** Why a private calendar cannot be read, and what its owner can do. */
interface CalendarProblem {
  /** The end of a sentence such as `It cannot be read: …`. */
  message: string;
  advice: string;
}

const COPY = 'Copy the address from the calendar again: it is wrong, or was reset or unpublished.';
const WAIT = 'It is read again every 15 minutes. If this does not help, copy the address from the calendar again.';
const CHANGE = 'Change or delete it in the calendar. All other events count.';

/** The reasons of docs/staff-calendars.md, in words. */
const PROBLEMS: Readonly<Record<string, CalendarProblem>> = {
  not_a_calendar: {
    message: 'the address leads to a web page, not to a calendar',
    advice: 'Copy the ICS link of the calendar, which opens without signing in.',
  },
  timeout: { message: 'its server did not answer in time', advice: WAIT },
  connection_refused: { message: 'its server refused the connection', advice: WAIT },
  connection_lost: { message: 'its server ended the connection', advice: WAIT },
  certificate: { message: 'the certificate of its server is not valid', advice: WAIT },
  name_not_found: { message: 'there is no server of this name', advice: COPY },
  invalid_response: { message: 'the answer of its server is not valid', advice: WAIT },
  internal_error: { message: 'this program failed to read it', advice: `${WAIT} If that fails, too, report it.` },
  address_refused: {
    message: 'the address is in a private network, or not https',
    advice: 'Use an address that begins with https and that the internet reaches.',
  },
  redirects: { message: 'the address leads to too many others, or nowhere', advice: COPY },
  truncated: { message: 'the file is incomplete', advice: WAIT },
  malformed: { message: 'the file is incomplete', advice: WAIT },
  too_large: { message: 'the calendar is too large', advice: 'Use a calendar with fewer events.' },
  time_not_understood: { message: 'the time of an event is not understood', advice: CHANGE },
  recurrence_not_understood: { message: 'the rule of a series is not understood', advice: CHANGE },
};

/** Explains the reason with which the reading of a calendar failed, such as `http_404`. */
export function calendarProblem(reason: string): CalendarProblem {
  const status = Number(reason.replace('http_', ''));
  if (status > 0) {
    const isOfServer = status === 429 || status >= 500;
    return { message: `its server answered HTTP ${status}`, advice: isOfServer ? WAIT : COPY };
  }
  return PROBLEMS[reason] ?? { message: reason.replaceAll('_', ' '), advice: WAIT };
}
