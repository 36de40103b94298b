import { Secret, stripSecrets } from './secret.ts';

/** From quiet to talkative; `silent` writes nothing. */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What a line says besides its message; as a function where it takes time to find out, which is asked only if it is written. */
export type LogFields = Record<string, unknown> | (() => Record<string, unknown>);

export interface Logger {
  error(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
}

const known = (fields: LogFields = {}) => (typeof fields === 'function' ? fields() : fields);

export interface LoggerOptions {
  level: LogLevel;
  /** `json`: one object a line, for log collectors. `text`: for a person at a terminal. */
  format: 'text' | 'json';
  /** Where lines go. stdout belongs to JSON-RPC, so the default is stderr. */
  write?: (line: string) => void;
  now?: () => number;
}

/** Platform keys, signing secrets and clients' tokens that slipped into a text, e.g. through somebody else's error message. */
const KEY_PATTERN = /(sk_live_|whsec_|rcpt_token_)[\w+/=-]+/g;

/** Replaces everything that looks like a platform key or a signing secret, and every secret that this process was given. */
export function stripKeys(text: string): string {
  return stripSecrets(text.replace(KEY_PATTERN, '$1[redacted]'));
}

/** How many causes of an error are told: enough for a reason, and an end for causes that go in circles. */
const CAUSES = 3;

function described(error: Error, causes = CAUSES): Record<string, unknown> {
  const { name, message, stack, cause } = error;
  const inner = cause instanceof Error && causes > 0 ? { cause: described(cause, causes - 1) } : {};
  const { code } = error as NodeJS.ErrnoException;
  return { name, message, ...(code === undefined ? {} : { code }), stack, ...inner };
}

function plain(_key: string, value: unknown): unknown {
  if (value instanceof Secret) return value.toString();
  if (value instanceof Error) return described(value);
  return typeof value === 'bigint' ? value.toString() : value;
}

/** What cannot be written as JSON must not turn a message about a failure into another failure. */
function stringify(fields: Record<string, unknown>): string {
  try {
    return JSON.stringify(fields, plain);
  } catch {
    const { time, level, message } = fields;
    return JSON.stringify({ time, level, message, fields: 'could not be written' });
  }
}

let guarded = false;

/** Made with the first line, because that takes a while; a log that nobody takes must not end the program. */
function toStderr(line: string): void {
  if (!guarded) process.stderr.on('error', () => {});
  guarded = true;
  process.stderr.write(line);
}

/** A logger that keeps to one line a message and never lets a key through. */
export function createLogger(options: LoggerOptions): Logger {
  const write = options.write ?? toStderr;
  const now = options.now ?? Date.now;
  const threshold = LOG_LEVELS.indexOf(options.level);

  const at = (level: Exclude<LogLevel, 'silent'>) => {
    if (LOG_LEVELS.indexOf(level) > threshold) return () => {};
    return (message: string, given?: LogFields) => {
      const fields = known(given);
      const time = new Date(now()).toISOString();
      const line =
        options.format === 'json'
          ? stringify({ time, level, message, ...fields })
          : `${time} ${level} ${message}${Object.keys(fields).length > 0 ? ` ${stringify(fields)}` : ''}`;
      write(`${escapeToOneLine(stripKeys(line))}\n`);
    };
  };
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
}

/** The same log, with fields that each message of it has. */
export function childLogger(logger: Logger, more: Record<string, unknown>): Logger {
  const at = (level: keyof Logger) => (message: string, fields?: LogFields) =>
    logger[level](message, () => ({ ...known(fields), ...more }));
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
}

export const silentLogger: Logger = createLogger({ level: 'silent', format: 'text' });

/**
 * A message from elsewhere may hold line breaks, and what a terminal takes for commands or writes backwards: lines stay
 * single and show what is in them, so that nobody can forge or hide one. Within JSON the escapes mean the same as before.
 */
export function escapeToOneLine(text: string): string {
  return text.replace(/[\r\n\u2028\u2029]+/g, ' ').replace(/[\p{Cc}\p{Cf}]/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
