import { CALLER_CHECKS } from '../../tools/voice/caller/caller.ts';
import { defineOption, InvalidValueError } from './option.ts';
import { choice, list, text } from './value-types.ts';

/** The tools and answers of a server: all of them, or those for a voice agent that speaks with a customer. */
const PROFILES = ['full', 'voice'] as const;

function readLanguage(value: string, names: string): string {
  try {
    const { language, baseName } = new Intl.Locale(value);
    if (language.length <= 3) return baseName;
  } catch {
    // Not well-formed.
  }
  throw new InvalidValueError(`${names} must be a BCP 47 tag, such as en-US or de; "${value}" is not one.`);
}

/** Headers with a meaning of their own: a client library, a proxy or this server sets or reads them. */
const TAKEN =
  /^(accept|authorization|connection|content-|cookie|forwarded$|host$|mcp-|origin$|te$|trace|transfer-encoding|upgrade|user-agent|via$|x-api-key$|x-call-id$|x-forwarded-|x-rcpt-|x-real-ip$|x-request-id$)/;

function readHeaderName(value: string, names: string): string {
  const name = value.toLowerCase();
  // A token (RFC 9110, 5.6.2).
  if (/^[!#$%&'*+.^`|~\w-]{1,64}$/.test(name) && !TAKEN.test(name)) return name;
  throw new InvalidValueError(
    `${names} must be the name of a header that the voice vendor sends and nothing else uses, such as X-Caller-Number; "${value}" is not one.`,
  );
}

function readMetaKey(value: string, names: string): string {
  if (/^[\x21-\x7e]{1,128}$/.test(value) && value !== '__proto__') return value;
  throw new InvalidValueError(`${names} must be a key of _meta, such as caller_number; "${value}" is not one.`);
}

/** Voice agents as clients. */
export const VOICE_OPTIONS = [
  defineOption({
    name: 'profile',
    env: 'RCPT_PROFILE',
    flag: true,
    type: choice(PROFILES),
    default: 'full',
    description:
      'tools to offer. voice: few tools with spoken answers for the person on the telephone, and nothing about other people. http: for all clients of the server; tokens create: for the token, on any server',
    example: 'voice',
    commands: ['http', 'doctor', 'tokens create'],
  }),
  defineOption({
    name: 'language',
    env: 'RCPT_LANGUAGE',
    flag: true,
    type: text(readLanguage),
    defaultDescription: "that of the business's country, or en",
    description: 'language of spoken answers in the voice profile (BCP 47 tag)',
    example: 'en-US',
    commands: ['http', 'doctor'],
  }),
  defineOption({
    name: 'caller-number-header',
    env: 'RCPT_CALLER_NUMBER_HEADER',
    flag: true,
    type: text(readHeaderName),
    defaultDescription: 'none',
    description: "header in which the voice vendor sends the caller's number (voice profile)",
    example: 'X-Caller-Number',
    commands: ['http', 'doctor'],
  }),
  defineOption({
    name: 'caller-number-meta',
    env: 'RCPT_CALLER_NUMBER_META',
    flag: true,
    type: text(readMetaKey),
    defaultDescription: 'none',
    description: "key of _meta in which the voice vendor sends the caller's number (voice profile)",
    example: 'caller_number',
    commands: ['http', 'doctor'],
  }),
  defineOption({
    name: 'caller-checks',
    env: 'RCPT_CALLER_CHECKS',
    flag: true,
    type: list(CALLER_CHECKS),
    defaultDescription: 'none',
    description:
      'what callers must state before anything is changed, in addition to calling from their number (voice profile)',
    example: 'name,date_of_birth',
    commands: ['http', 'doctor'],
  }),
] as const;
