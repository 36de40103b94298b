import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { argumentsOf } from './shell-blocks.ts';
import type { Answer } from './terminal.ts';

/** What a reader has and does when a command is typed. */
export interface Situation {
  /** Files that the reader has, by their path in the current folder. */
  files?: Readonly<Record<string, string>>;
  answers?: readonly Answer[];
  /** Exit codes that are no failure. Default: 0. */
  codes?: readonly number[];
}

const ENTER = '\r';
const CTRL_D = '\x04';
const VENDOR_KEY = 'key_0123456789abcdef0123456789abcdef\n';
/** The questions of `install` for a platform that does not name its place. */
const PLACE: readonly Answer[] = [
  [/Time zone[^\n]*: $/, `America/New_York${ENTER}`],
  [/Country[^\n]*: $/, `US${ENTER}`],
];

/** By the first words of the arguments: the longest that fits. */
const SITUATIONS: Readonly<Record<string, Situation>> = {
  'business init': {
    answers: [
      [/address: $/, `pat@example.com${ENTER}`],
      [/: $/, ENTER],
    ],
  },
  'http --auth oauth': { files: { 'principals.json': '[{"name":"Ana","sub":"auth0|ana"}]\n' } },
  install: { answers: PLACE },
  'business plan': { codes: [0, 2] },
  'contacts import': {
    files: { 'customers.csv': 'Name,Phone\nAna Diaz,(212) 555-0123\nTaro Yamada,(212) 555-0124\n' },
    answers: [[/\[y\/N\] $/, `y${ENTER}`]],
  },
  'bookings import': {
    files: {
      'appointments.csv': 'Date,Time,Service,Staff,Client\n2026-12-01,09:00,Haircut,Anna Weber,Ana Diaz\n',
      'slots.csv': 'Day,Slot,Service,Staff,Client\n2026-12-02,09:00,Haircut,Anna Weber,Ana Diaz\n',
      'salon.csv': 'Date,Time,Service,Staff,Client\n2026-12-03,09:00,Ladies cut,A. Weber,Ana Diaz\n',
      'shop.csv': 'Date,Time,Client\n2026-12-04,09:00,Ana Diaz\n',
    },
    answers: [[/\[y\/N\] $/, `y${ENTER}`]],
  },
  'calls import': { files: { 'history.jsonl': '{"call_id":"c-1","started_at":"2020-01-02T10:00:00Z"}\n' } },
  'calls sources add': {
    files: {
      'retell-key': VENDOR_KEY,
      'bland-secret': VENDOR_KEY,
      'telnyx-public-key.txt': 'e8Q5cWOZTnCEPZRI9GNeyQ3pbCTRhB9eQ2wXnCzvbUQ=\n',
      'telnyx-api-key.txt': VENDOR_KEY,
      'twilio-auth-token.txt': '0123456789abcdef0123456789abcdef\n',
      'twilio-key.txt': 'AC0123456789abcdef0123456789abcdef:0123456789abcdef0123456789abcdef\n',
    },
  },
  'calls sources rotate': { files: { 'elevenlabs-secret': `wsec_${VENDOR_KEY}` } },
  doctor: { codes: [0, 1] },
};

/** A server over stdio that is typed in a terminal: it waits for an AI client, until its input ends. */
const STDIO: Situation = { answers: [[/^/, CTRL_D]] };

/** What a command of this program meets. A flag that answers the questions replaces the reader's answers. */
export function situationOf(args: readonly string[]): Situation {
  const [first] = args;
  if (first === undefined || (first.startsWith('-') && first !== '--help' && first !== '--version')) return STDIO;
  const line = args.join(' ');
  const key = Object.keys(SITUATIONS)
    .filter((words) => line === words || line.startsWith(`${words} `))
    .sort((a, b) => b.length - a.length)[0];
  const situation = key === undefined ? {} : (SITUATIONS[key] as Situation);
  return args.includes('--yes') ? { ...situation, answers: [] } : situation;
}

/** Writes files that are not there yet. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>> = {}): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    try {
      writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Programs that are typed as they are. */
const TYPED = [
  'curl',
  'export',
  'cd',
  'mkdir',
  'mv',
  'cp',
  'rm',
  'cat',
  'grep',
  'openssl',
  'date',
  'printf',
  'sha256sum',
  'cut',
  'npm',
  'node',
];

/** Commands of other programs that are not typed, each with the reason: the first that fits. */
const NOT_TYPED: readonly (readonly [RegExp, string])[] = [
  [/^npm (ci|test|run|pack)\b|^git clone\b/, 'needs a checkout'],
  [/^(docker|kubectl|systemctl|runuser|useradd|install)\b/, 'needs Docker, Kubernetes or systemd'],
  [/^createdb\b/, 'done by this script'],
  [/^(pg_dump|pg_restore|psql)\b/, "needs PostgreSQL's client programs"],
  [/^(claude|codex|gemini|code|cursor)\b/, 'needs this AI client'],
  [/^npx\b(?!.*\brcpt-mcp\b)/, 'runs a package of others'],
  [/www-authenticate|\.well-known/, 'needs a server with OAuth; test/auth requests the same'],
  [/\bRCPT_STATE=|@db\.example\.com\/restored/, 'needs a second database; test/replicas has one'],
  [/\brcpt-mcp@/, 'runs another version'],
  [/\bplatform\.db\b|^cp backup-|^mv api-key/, 'needs the files of a certain reader'],
  [/^\(umask\b/, 'reads a secret that the reader pastes'],
  [/^AI_GATEWAY_API_KEY=/, 'needs the key of a model'],
];

/** Returns why a command is not typed; undefined if it is. Throws for a program that is not known. */
export function reasonNotToType(text: string, words: readonly string[]): string | undefined {
  const known = NOT_TYPED.find(([pattern]) => pattern.test(text));
  if (known) return known[1];
  if (argumentsOf(words) === undefined && !TYPED.includes(words[0] ?? ''))
    throw new Error(`scripts/guides/situations.ts does not know the program of: ${text}`);
  return undefined;
}
