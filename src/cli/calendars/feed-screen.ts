import { CommandError } from '../../config/usage-error.ts';
import type { CalendarFeed } from '../../contract/index.ts';
import { isLoopbackHost } from '../../lib/http/loopback.ts';
import { quoteText } from '../../lib/text/sentence.ts';
import type { NewCalendarFeed } from '../../platform/index.ts';
import { followUp } from '../runtime/follow-up.ts';
import type { Run } from '../runtime/run.ts';
import { wrapText } from '../terminal/wrap.ts';

const WIDTH = 100;
const LABEL = 10;
const MAX_NAME = 40;
/** Where `rcpt-mcp http` is served by default. */
const LOCAL_ADDRESS = 'http://127.0.0.1:8787';

/** The whole address of a new feed. */
export function feedAddress({ path }: NewCalendarFeed, publicUrl: URL | undefined): string {
  return (publicUrl?.href ?? LOCAL_ADDRESS).replace(/\/+$/, '') + path.reveal();
}

/** What an operator needs to subscribe to a new feed. */
export function feedScreen(added: NewCalendarFeed, publicUrl: URL | undefined): string[] {
  return [
    ...labelled('', `Calendar feed ${added.feed.id} has ${contentOf(added.feed)}.`, 0),
    '',
    `${'Address'.padEnd(LABEL)}${feedAddress(added, publicUrl)}`,
    ...labelled('', 'It is shown this once. All who have it can read the calendar.'),
    ...warnings(publicUrl).flatMap((warning) => labelled('', warning)),
    '',
    ...labelled(
      'Google',
      'calendar.google.com on a computer: Other calendars, +, From URL. A change can take a day to show.',
    ),
    ...labelled(
      'Apple',
      'Mac: Calendar, File, New Calendar Subscription. iPhone: Calendar, Calendars, Add Calendar, Add Subscription Calendar.',
    ),
    ...labelled('Outlook', 'outlook.com or Outlook on the web: Calendar, Add calendar, Subscribe from web.'),
    ...labelled('More', 'docs/calendars.md'),
  ];
}

/** Whose bookings a feed has, and how much of them. */
function contentOf({ staff_name: name, masked }: CalendarFeed): string {
  const whose = name === null ? 'the bookings of the whole business' : `the bookings of ${quoteText(name, MAX_NAME)}`;
  return `${whose}${masked ? ", with the service and the customer's initials only" : ', with names, contact data and notes of customers'}`;
}

function warnings(publicUrl: URL | undefined): string[] {
  const isLocal = publicUrl === undefined || isLoopbackHost(publicUrl.hostname);
  if (!isLocal) return [];
  return [
    'This is an address of this computer: only programs on it can read the calendar, while rcpt-mcp http (or rcpt-mcp platform, port 8788) runs. State the public https address of the server with --public-url (RCPT_PUBLIC_URL), or put it in front of /api.',
  ];
}

/** Wraps a text behind a label. */
function labelled(label: string, text: string, column = LABEL): string[] {
  return wrapText(text, WIDTH - column).map((line, index) => `${(index === 0 ? label : '').padEnd(column)}${line}`);
}

export const feedNotFound = (id: string, run: Run) =>
  new CommandError(
    `There is no calendar feed ${id}. Nothing was changed. To see all: ${followUp(run, 'calendars list')}`,
  );
