/** What stands for the subcommand in the usage of a command that only groups others. */
const GROUP = 'COMMAND';

/**
 * Every command by its words, with what follows them: arguments, of which those in brackets are optional, and required
 * options. The help of each is in `help/`.
 */
const USAGE = {
  stdio: '',
  http: '',
  platform: '',
  'platform backup': 'FILE',
  'platform restore': 'FILE',
  'platform webhooks': GROUP,
  'platform webhooks list': '',
  'platform webhooks log': 'ID',
  'platform webhooks redeliver': 'ID [WEBHOOK_ID]',
  'platform webhooks ping': 'ID',
  install: 'CLIENT',
  doctor: '',
  business: GROUP,
  'business init': '[FILE]',
  'business plan': 'FILE',
  'business apply': 'FILE',
  'business export': '[FILE]',
  'business show': '',
  agenda: '[DAY]',
  contacts: GROUP,
  'contacts import': 'FILE',
  'contacts export': '[FILE]',
  'contacts data': 'CUSTOMER FILE',
  'contacts erase': 'CUSTOMER',
  bookings: GROUP,
  'bookings import': 'FILE',
  'bookings export': '[FILE]',
  calendars: GROUP,
  'calendars add': '',
  'calendars list': '',
  'calendars renew': 'ID',
  'calendars revoke': 'ID',
  demo: GROUP,
  'demo reset': '',
  'demo remove': '',
  calls: GROUP,
  'calls sources': GROUP,
  'calls sources add': 'VENDOR --name NAME',
  'calls sources list': '',
  'calls sources rotate': 'ID',
  'calls sources remove': 'ID',
  'calls sources log': '[ID]',
  'calls sources replay': 'REPORT_ID',
  'calls list': '',
  'calls show': 'ID',
  'calls erase': '[ID]',
  'calls import': 'FILE',
  'calls simulate': '',
  users: GROUP,
  'users add': 'EMAIL --name NAME',
  'users list': '',
  'users remove': 'EMAIL',
  'users set-password': 'EMAIL',
  keys: GROUP,
  'keys create': '--name NAME',
  'keys list': '',
  'keys revoke': 'ID',
  tokens: GROUP,
  'tokens create': '--name NAME',
  'tokens list': '',
  'tokens revoke': 'NAME',
  index: GROUP,
  'index status': '',
  'index clear': '',
} as const satisfies Record<string, string>;

export type CommandPath = keyof typeof USAGE;

export const COMMAND_PATHS = Object.keys(USAGE) as CommandPath[];

const isPath = (text: string): text is CommandPath => Object.hasOwn(USAGE, text);

/** True if the command does nothing without a subcommand. */
export const isGroup = (path: CommandPath) => USAGE[path] === GROUP;

/** Returns the command with the most words at the beginning of `words`; undefined if the first one is none. */
export function findPath(words: readonly string[]): CommandPath | undefined {
  for (let length = Math.min(words.length, 3); length > 0; length--) {
    const path = words.slice(0, length).join(' ');
    if (isPath(path)) return path;
  }
  return undefined;
}

/** Returns the last words of the commands directly below a command. */
export function subcommandsOf(path: CommandPath): string[] {
  const prefix = `${path} `;
  return COMMAND_PATHS.filter((other) => other.startsWith(prefix))
    .map((other) => other.slice(prefix.length))
    .filter((word) => !word.includes(' '));
}

/** Returns the placeholders of a command's arguments; optional ones in brackets. */
export function argumentsOf(path: CommandPath): string[] {
  const words = USAGE[path].split(' ').filter(Boolean);
  return words.filter((word, index) => !word.startsWith('--') && !words[index - 1]?.startsWith('--'));
}

/** Returns the command line of a command: `rcpt-mcp keys revoke ID`. `rcpt-mcp` alone is `stdio`. */
export function usageLine(path: CommandPath): string {
  return ['rcpt-mcp', path === 'stdio' ? '' : path, USAGE[path]].filter(Boolean).join(' ');
}
