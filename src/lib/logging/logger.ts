import { Secret, stripSecrets } from '../secrets/secret.ts';

/**
 * From least to most verbose; `silent` writes nothing. `error` is for faults of this program, whose lines have stacks;
 * `warn` for failures of anything else, whose lines have the cause in words.
 */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The fields of a log line. A function is called only if the line is written, for fields that are expensive to compute. */
export type LogFields = Record<string, unknown> | (() => Record<string, unknown>);

export interface Logger {
  error(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
}

const evaluate = (fields: LogFields = {}) => (typeof fields === 'function' ? fields() : fields);

export interface LoggerOptions {
  level: LogLevel;
  /** `json`: one object a line, for log collectors. `text`: for a terminal. */
  format: 'text' | 'json';
  /** Writes a line. Default: to stderr, because stdout belongs to JSON-RPC. */
  write?: (line: string) => void;
  now?: () => number;
}

/** Platform keys, signing secrets, clients' tokens and those of calendar feeds that a text may contain, such as an error message of a library. */
const KEY_PATTERN = /(sk_live_|whsec_|rcpt_token_|rcpt_cal_)[\w+/=-]+/g;

/** Redacts everything that looks like a key, signing secret or token, and every registered secret (`Secret`). */
export function stripKeys(text: string): string {
  return stripSecrets(text.replace(KEY_PATTERN, '$1[redacted]'));
}

/** Nested causes of an error that are logged. The limit also ends circular causes. */
const MAX_CAUSES = 3;

/** Returns the fields of an error with its stack and those of its causes. */
function errorFields(error: Error, maxCauses = MAX_CAUSES): Record<string, unknown> {
  const { name, message, stack, cause } = error;
  const inner = cause instanceof Error && maxCauses > 0 ? { cause: errorFields(cause, maxCauses - 1) } : {};
  const { code } = error as NodeJS.ErrnoException;
  return { name, message, ...(code === undefined ? {} : { code }), stack, ...inner };
}

/** Returns the fields of an error without stacks; the message is that of the error and of its causes, in words. */
function causeFields(error: Error): Record<string, unknown> {
  const { code } = error as NodeJS.ErrnoException;
  return { name: error.name, message: messageInWords(error), ...(code === undefined ? {} : { code }) };
}

/**
 * Joins the messages of an error and its causes, each once, with the system's words for its code:
 * `listBookings: unreachable: connect ECONNREFUSED 127.0.0.1:80 (connection refused)`.
 */
export function messageInWords(error: Error): string {
  const parts: string[] = [];
  for (let current: unknown = error, depth = 0; current instanceof Error && depth <= MAX_CAUSES; depth++) {
    const { errno, code = '' } = current as NodeJS.ErrnoException;
    const message = String(current.message);
    const words = errno === undefined ? '' : wordsFor(errno);
    const explanation = words === '' || message.includes(words) ? '' : ` (${words})`;
    const text = `${message || code}${explanation}`;
    if (text !== '' && !parts.some((part) => part.includes(text))) parts.push(text);
    // A connection to a name with several addresses fails with one error for each.
    current = current instanceof AggregateError && !message ? current.errors[0] : current.cause;
  }
  const [first = error.name, ...causes] = parts;
  return causes.reduce((text, part) => `${text}${text.endsWith('.') ? '' : ':'} ${part}`, first);
}

/** Loads the module with the first failure, not when the program starts. */
const wordsFor = (errno: number) => process.getBuiltinModule('node:util').getSystemErrorMap().get(errno)?.[1] ?? '';

/** Maximum length of a text in a line, in characters: a stack with its message, and no more of what a client sent. */
export const MAX_LOGGED_CHARACTERS = 4_000;

const replacer = (hasStacks: boolean) => (_key: string, value: unknown) => {
  if (value instanceof Secret) return value.toString();
  if (value instanceof Error) return hasStacks ? errorFields(value) : causeFields(value);
  if (typeof value === 'string' && value.length > MAX_LOGGED_CHARACTERS) {
    // Stripped first: a part of a secret would not be recognised.
    return `${stripKeys(value).slice(0, MAX_LOGGED_CHARACTERS)}… (${value.length} characters)`;
  }
  return typeof value === 'bigint' ? value.toString() : value;
};

/** Never throws: a value that JSON cannot represent must not turn a message about a failure into another failure. */
function stringify(fields: Record<string, unknown>, hasStacks: boolean): string {
  try {
    return JSON.stringify(fields, replacer(hasStacks));
  } catch {
    const { time, level, message } = fields;
    return JSON.stringify({ time, level, message, fields: 'could not be written' });
  }
}

let hasErrorListener = false;

/** Accesses stderr only with the first line, because its creation is slow. A closed stderr must not end the program. */
function toStderr(line: string): void {
  if (!hasErrorListener) process.stderr.on('error', () => {});
  hasErrorListener = true;
  process.stderr.write(line);
}

/** Creates a logger that writes one line a message and redacts secrets. */
export function createLogger(options: LoggerOptions): Logger {
  const write = options.write ?? toStderr;
  const now = options.now ?? Date.now;
  const threshold = LOG_LEVELS.indexOf(options.level);

  const at = (level: Exclude<LogLevel, 'silent'>) => {
    if (LOG_LEVELS.indexOf(level) > threshold) return () => {};
    const hasStacks = level === 'error' || options.level === 'debug';
    return (message: string, lazyFields?: LogFields) => {
      const fields = evaluate(lazyFields);
      const time = new Date(now()).toISOString();
      const line =
        options.format === 'json'
          ? stringify({ time, level, message, ...fields }, hasStacks)
          : `${time} ${level} ${message}${Object.keys(fields).length > 0 ? ` ${stringify(fields, hasStacks)}` : ''}`;
      write(`${escapeToOneLine(stripKeys(line))}\n`);
    };
  };
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
}

/** Returns a logger that adds the same fields to each message. */
export function childLogger(logger: Logger, commonFields: Record<string, unknown>): Logger {
  const at = (level: keyof Logger) => (message: string, fields?: LogFields) =>
    logger[level](message, () => ({ ...evaluate(fields), ...commonFields }));
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
}

export const silentLogger: Logger = createLogger({ level: 'silent', format: 'text' });

/**
 * Replaces line breaks and escapes control and format characters (log injection): text from outside could otherwise forge
 * or hide a line, or control the terminal. Inside JSON strings the escapes have the same meaning as the characters.
 */
export function escapeToOneLine(text: string): string {
  return text.replace(/[\r\n\u2028\u2029]+/g, ' ').replace(/[\p{Cc}\p{Cf}]/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
