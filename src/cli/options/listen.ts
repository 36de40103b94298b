import { defineOption, InvalidValueError } from './option.ts';
import { integer, text } from './value-types.ts';

const LISTENERS = ['http', 'platform'] as const;

function readHost(given: string, names: string): string {
  if (URL.canParse(`http://${bracketed(given)}`)) return given;
  throw new InvalidValueError(`${names} must be an address to listen on, such as 127.0.0.1.`);
}

/** An IPv6 address as URLs have it. */
export const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host);

/** Where a server listens. */
export const LISTEN_OPTIONS = [
  defineOption({
    name: 'host',
    env: 'RCPT_HOST',
    flag: true,
    type: text(readHost),
    default: '127.0.0.1',
    description: 'the address to listen on: a loopback address, or any with http --auth',
    example: '127.0.0.1',
    commands: LISTENERS,
  }),
  defineOption({
    name: 'port',
    env: 'RCPT_PORT',
    flag: true,
    type: integer({ min: 0, max: 65_535 }),
    defaultDescription: '8787; platform: 8788',
    description: 'the port to listen on; 0 takes a free one',
    example: '8787',
    commands: LISTENERS,
  }),
] as const;
