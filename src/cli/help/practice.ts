import type { CommandHelp } from './command-help.ts';

const PUBLIC_URL = 'URL at which calendar programs reach the server, such as https://desk.example.com';
const BUSINESS_FILE = { FILE: 'business file, such as business.yaml' };

/** The commands with which a practice is run on the embedded platform. */
export const PRACTICE_HELP = {
  business: {
    summary: 'set up and change the business: hours, services, people, rules',
    details: 'A business file describes the business in YAML.',
    examples: [
      ['rcpt-mcp business init', 'answer questions, get business.yaml and a database'],
      ['rcpt-mcp business plan business.yaml', 'what would change, and which bookings no longer fit'],
      ['rcpt-mcp business apply business.yaml', 'change the database'],
    ],
  },
  'business init': {
    summary: 'ask about the business, write a business file, and set up the database',
    details:
      'On a terminal each option is the proposed answer. With --yes the proposals are accepted without questions.',
    arguments: { FILE: 'file to write (default: business.yaml)' },
    options: {
      name: 'name of the business, such as "Bright Smile Dental"',
      'time-zone': 'IANA time zone of the business (default: that of this computer)',
      'default-country': 'country of the business, as ISO 3166 code (default: that of the time zone)',
      'opening-hours': 'weekly opening hours (default: Mon-Fri 09:00-17:00)',
      yes: 'accept every proposal; needs --name',
    },
    examples: [
      ['rcpt-mcp business init', ''],
      [
        'rcpt-mcp business init --yes --name "Bright Smile Dental" --people "Dr. Dana Lee" --services "Cleaning 45m 115.00"',
        'without questions',
      ],
    ],
  },
  'business plan': {
    summary: 'show what a business file would change',
    details: 'Exit code 0: nothing; 2: something; 1: the file has errors.',
    arguments: BUSINESS_FILE,
    examples: [['rcpt-mcp business plan business.yaml', 'what would change, and which bookings no longer fit']],
  },
  'business apply': {
    summary: 'change the database as a business file says',
    arguments: BUSINESS_FILE,
    examples: [
      ['rcpt-mcp business apply business.yaml', 'shows the plan and asks'],
      ['rcpt-mcp business apply business.yaml --revision 3 --yes', 'for programs'],
    ],
  },
  'business export': {
    summary: 'write the business file that describes the database',
    arguments: { FILE: 'file to write (default: print it)' },
    options: { replace: 'replace the file if it exists' },
    examples: [['rcpt-mcp business export business.yaml --replace', '']],
  },
  'business show': {
    summary: 'show hours, services, people, rules and users',
    examples: [['rcpt-mcp business show', '']],
  },
  agenda: {
    summary: 'show the appointments of a day or of seven days',
    arguments: { DAY: 'today (default), tomorrow, a weekday, or a date such as 2026-11-26 or 26.11.2026' },
    examples: [
      ['rcpt-mcp agenda', 'today'],
      ['rcpt-mcp agenda monday --week', 'seven days from Monday'],
      ['rcpt-mcp agenda friday --json', 'for programs'],
    ],
  },
  contacts: {
    summary: 'import, export and erase contacts',
    examples: [['rcpt-mcp contacts import customers.csv', 'shows what would change, and asks']],
  },
  'contacts import': {
    summary: 'import customers from a CSV file',
    details:
      'It shows what would change and asks. A row whose e-mail address or telephone number is known adds to that contact.',
    arguments: { FILE: 'CSV file with a header line' },
    options: { yes: 'import without asking' },
    examples: [
      ['rcpt-mcp contacts import customers.csv', ''],
      ['rcpt-mcp contacts import customers.csv --map phone="Phone 2"', 'name a column'],
      ['rcpt-mcp contacts import customers.csv --yes --json', 'for programs'],
    ],
  },
  'contacts export': {
    summary: 'write all contacts as CSV or JSON',
    arguments: { FILE: 'file to write (default: print them)' },
    options: { json: 'write JSON instead of CSV' },
    examples: [['rcpt-mcp contacts export customers.csv', '']],
  },
  'contacts data': {
    summary: 'write all data of one customer, for the customer',
    details:
      'For a customer who asks what you know (GDPR, article 15): the contact, its bookings, and its calls with all that was said, as a page that can be read and printed. It names records that may be the same person’s and are not in the file.',
    arguments: { CUSTOMER: 'id, e-mail address or telephone number of the customer', FILE: 'file to write' },
    options: { json: 'write JSON instead of a page' },
    examples: [
      ['rcpt-mcp contacts data erika@example.com erika.html', ''],
      ['rcpt-mcp contacts data erika@example.com erika.json --json', 'for another program (GDPR, article 20)'],
    ],
  },
  'contacts erase': {
    summary: 'erase the personal data of one customer',
    details:
      'Overwrites the contact, its bookings, its calls with all that was said, their reports and events. It asks first. The records stay without the data, so that counts stay right.',
    arguments: { CUSTOMER: 'id, e-mail address or telephone number of the customer' },
    options: { yes: 'erase without asking' },
    examples: [
      ['rcpt-mcp contacts erase erika@example.com', 'shows what would be lost, and asks'],
      ['rcpt-mcp contacts erase erika@example.com --include ct_123', 'with another contact of the same person'],
      ['rcpt-mcp contacts erase "+1 212 555 0123" --yes --json', 'for programs'],
    ],
  },
  bookings: {
    summary: 'import bookings, and list them with their values',
    examples: [
      ['rcpt-mcp bookings import appointments.csv', 'shows what would change, and asks'],
      ['rcpt-mcp bookings export october.csv --from 2026-10', 'the bookings of October'],
    ],
  },
  'bookings import': {
    summary: 'import appointments from a CSV file',
    details:
      'For owners who move from another program. It shows what would change and asks. Appointments are agreed already: opening hours and notice do not refuse them, two at the same time do. The report shows what dates in numbers are read as, such as those of Excel. Rows of totals and of cancelled appointments are left out. The same file again changes nothing.',
    arguments: { FILE: 'CSV file with a header line' },
    options: { yes: 'import without asking' },
    examples: [
      ['rcpt-mcp bookings import appointments.csv', ''],
      ['rcpt-mcp bookings import appointments.csv --rename "Ladies cut=Haircut"', 'a service by its present name'],
      ['rcpt-mcp bookings import appointments.csv --map date=Day,start=Time --default-staff "Anna Weber"', ''],
    ],
  },
  'bookings export': {
    summary: 'write the bookings of last month, or of other days, as CSV or JSON',
    details:
      'For the tax adviser: each booking has the price of its service on its day, as in summaries. The last line, on stderr, has the number of bookings and their sum.',
    arguments: { FILE: 'file to write (default: print them)' },
    options: { json: 'write JSON instead of CSV' },
    examples: [
      ['rcpt-mcp bookings export last-month.csv --without-names', 'without the customers'],
      ['rcpt-mcp bookings export calls.csv --from tomorrow --to tomorrow', 'whom to remind, with telephone numbers'],
      ['rcpt-mcp bookings export --from 2026-10-01 --to 2026-12-31 --status all --json', 'for programs'],
    ],
  },
  calendars: {
    summary: 'show bookings in calendar programs: Google, Apple, Outlook',
    details: 'Each calendar has a secret address to which a calendar program subscribes.',
    examples: [['rcpt-mcp calendars add', 'a calendar with all bookings']],
  },
  'calendars add': {
    summary: 'create a secret calendar address, shown once',
    options: { 'public-url': PUBLIC_URL },
    examples: [
      ['rcpt-mcp calendars add --public-url https://desk.example.com', 'all bookings of the business'],
      ['rcpt-mcp calendars add --staff "Dr. Dana Lee" --masked', "bookings of one person, with customers' initials"],
    ],
  },
  'calendars list': {
    summary: 'list calendars, and when each was last fetched',
    examples: [['rcpt-mcp calendars list', '']],
  },
  'calendars renew': {
    summary: 'replace the address of a calendar; the old address ends immediately',
    arguments: { ID: 'id of the calendar, from calendars list' },
    options: { 'public-url': PUBLIC_URL },
    examples: [['rcpt-mcp calendars renew feed_123', '']],
  },
  'calendars revoke': {
    summary: 'end a calendar immediately',
    arguments: { ID: 'id of the calendar, from calendars list' },
    examples: [['rcpt-mcp calendars revoke feed_123', '']],
  },
  demo: {
    summary: 'reset or remove the demo business',
    examples: [['rcpt-mcp demo remove', 'before you set up your own business']],
  },
  'demo reset': {
    summary: 'restore the demo business to its first state',
    details: 'Bookings, contacts and calls that were added are lost; keys, webhooks and users stay.',
    examples: [['rcpt-mcp demo reset --yes', 'without asking']],
  },
  'demo remove': {
    summary: 'remove the demo business, to set up your own',
    details:
      'Its bookings, contacts, calls, calendar feeds and dashboard users are lost, also the password of the owner; keys and webhooks stay.',
    examples: [['rcpt-mcp demo remove', '']],
  },
} as const satisfies Record<string, CommandHelp>;
