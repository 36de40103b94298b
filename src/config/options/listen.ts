import { defineOption, InvalidValueError } from './option.ts';
import { integer, text } from './value-types.ts';

const LISTENERS = ['http', 'doctor', 'platform'] as const;

function readHost(value: string, names: string): string {
  if (URL.canParse(`http://${bracketed(value)}`)) return value;
  throw new InvalidValueError(`${names} must be an address to listen on, such as 127.0.0.1.`);
}

/** Puts an IPv6 address in brackets, as URLs need it (RFC 3986, 3.2.2). */
export const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host);

/** The address and port that a server listens on. */
export const LISTEN_OPTIONS = [
  defineOption({
    name: 'host',
    env: 'RCPT_HOST',
    flag: true,
    type: text(readHost),
    default: '127.0.0.1',
    description: 'address to listen on: a loopback address; with http --auth also one that other machines can reach',
    example: '127.0.0.1',
    commands: LISTENERS,
  }),
  defineOption({
    name: 'port',
    env: 'RCPT_PORT',
    flag: true,
    type: integer({ min: 0, max: 65_535 }),
    defaultDescription: '8787; platform: 8788',
    description: 'port to listen on; 0 takes a free one',
    example: '8787',
    commands: LISTENERS,
  }),
] as const;
