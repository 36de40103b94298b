/** A page whose commands are typed from top to bottom in a home folder that was empty before. */
export interface Guide {
  page: string;
  /** Whether each block of commands begins with an empty home folder: blocks are alternatives. Default: each page. */
  isFreshForEachBlock?: boolean;
  /** Commands that the page takes for granted, which another page has. */
  before?: readonly string[];
  /** A folder of the repository that the reader has copied, and in which the commands are typed. */
  folder?: string;
  /** Whether the commands need a database of PostgreSQL. */
  needsPostgres?: boolean;
}

/** Sets up the business of the examples of an import of bookings. */
const SALON =
  'rcpt-mcp business init --yes --name "Salon Weber" --services "Haircut 45m 40.00, Colour 90m 95.00" --people "Anna Weber, Tom Berg"';

/** What the three readers type. */
export const GUIDES: Readonly<Record<'newcomer' | 'practice' | 'company', readonly Guide[]>> = {
  newcomer: [
    { page: 'README.md', isFreshForEachBlock: true },
    { page: 'docs/install.md', isFreshForEachBlock: true },
    { page: 'docs/doctor.md' },
    { page: 'docs/channel.md' },
    { page: 'docs/privacy.md' },
    { page: 'docs/views.md' },
    { page: 'docs/events.md', isFreshForEachBlock: true },
    { page: 'docs/local-index.md' },
    { page: 'examples/import-contacts/README.md', folder: 'examples/import-contacts' },
    { page: 'examples/morning-report/README.md', folder: 'examples/morning-report' },
  ],
  practice: [
    { page: 'docs/business-file.md' },
    { page: 'docs/contacts.md', before: ['rcpt-mcp business init --yes --name "Bright Smile Dental"'] },
    { page: 'docs/bookings.md' },
    { page: 'docs/import-bookings.md', before: [SALON] },
    { page: 'docs/agenda.md' },
    { page: 'docs/calendars.md' },
    { page: 'docs/staff-calendars.md', before: ['rcpt-mcp business init --yes --name "Bright Smile Dental"'] },
    { page: 'docs/dashboard.md' },
    { page: 'docs/platform.md' },
    { page: 'docs/practice.md', before: ['rcpt-mcp business init --yes --name "Bright Smile Dental"'] },
    { page: 'docs/calls.md' },
    { page: 'docs/voice/README.md' },
    { page: 'docs/voice/bland.md' },
    { page: 'docs/voice/elevenlabs.md' },
    { page: 'docs/voice/generic.md', before: ['rcpt-mcp http'] },
    { page: 'docs/voice/retell.md' },
    { page: 'docs/voice/telnyx.md' },
    { page: 'docs/voice/twilio.md' },
    { page: 'docs/voice/vapi.md' },
  ],
  company: [
    {
      page: 'docs/operations.md',
      isFreshForEachBlock: true,
      before: ['rcpt-mcp tokens create --tokens ./tokens.jsonl --name "a client"'],
    },
    { page: 'docs/postgresql.md', needsPostgres: true },
    {
      page: 'docs/maintenance.md',
      isFreshForEachBlock: true,
      before: ['rcpt-mcp keys list', 'rcpt-mcp tokens create --tokens ./tokens.jsonl --name "front desk"'],
    },
    { page: 'docs/upgrading.md', before: ['rcpt-mcp keys list'] },
    { page: 'docs/observability.md', before: ['rcpt-mcp http --metrics'] },
    { page: 'docs/security.md' },
    { page: 'docs/implementing-the-api.md' },
    { page: 'docs/platform-decisions.md' },
    { page: 'docs/platform-extensions.md' },
  ],
};

/** Pages with commands that are not typed here, each with the reason. */
export const NOT_TYPED: Readonly<Record<string, string>> = {
  'CONTRIBUTING.md': 'its commands are scripts of a checkout, which CI runs',
  'docs/attacks.md': 'its commands are tests of a checkout',
  'docs/conformance.md': 'its commands are scripts of a checkout, which CI runs',
  'docs/performance.md': 'its commands are benchmarks of a checkout',
  'docs/spec-coverage.md': 'its commands are tests of a checkout',
  'docs/reliability.md': 'its commands are tests of a checkout',
  'examples/webhook-receiver/README.md': 'test/examples does what its steps describe',
  'deploy/README.md': 'its commands need Docker, Kubernetes or systemd; test/deploy runs what it describes',
};
