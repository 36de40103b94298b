import { Secret } from './secret.ts';

/** From quiet to talkative; `silent` writes nothing. */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface Logger {
  error(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  info(message: string, fields?: Record<string, unknown>): void;
  debug(message: string, fields?: Record<string, unknown>): void;
}

export interface LoggerOptions {
  level: LogLevel;
  /** `json`: one object a line, for log collectors. `text`: for a person at a terminal. */
  format: 'text' | 'json';
  /** Where lines go. stdout belongs to JSON-RPC, so the default is stderr. */
  write?: (line: string) => void;
  now?: () => number;
}

/** Platform keys that slipped into a text, e.g. through somebody else's error message. */
const KEY_PATTERN = /sk_live_[\w-]+/g;

/** Replaces everything that looks like a platform key. */
export function withoutKeys(text: string): string {
  return text.replace(KEY_PATTERN, 'sk_live_[redacted]');
}

function plain(_key: string, value: unknown): unknown {
  if (value instanceof Secret) return value.toString();
  if (value instanceof Error) return { name: value.name, message: value.message, stack: value.stack };
  return typeof value === 'bigint' ? value.toString() : value;
}

/** A logger that keeps to one line a message and never lets a key through. */
export function createLogger(options: LoggerOptions): Logger {
  const write = options.write ?? ((line: string) => void process.stderr.write(line));
  const now = options.now ?? Date.now;
  const threshold = LOG_LEVELS.indexOf(options.level);

  const at = (level: Exclude<LogLevel, 'silent'>) => {
    if (LOG_LEVELS.indexOf(level) > threshold) return () => {};
    return (message: string, fields: Record<string, unknown> = {}) => {
      const time = new Date(now()).toISOString();
      const line =
        options.format === 'json'
          ? JSON.stringify({ time, level, message, ...fields }, plain)
          : `${time} ${level} ${message}${Object.keys(fields).length > 0 ? ` ${JSON.stringify(fields, plain)}` : ''}`;
      // A message from elsewhere may hold line breaks: text lines must stay single to keep the log unforgeable.
      write(`${withoutKeys(line).replace(/[\r\n\u2028\u2029]+/g, ' ')}\n`);
    };
  };
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
}

export const silentLogger: Logger = createLogger({ level: 'silent', format: 'text' });
