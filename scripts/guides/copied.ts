import type { Ports } from './world.ts';

/** What a reader copies from outputs into later commands, by the variable in which pages have it. */
const COPIED: Readonly<Record<string, RegExp>> = {
  ADDRESS: /https?:\/\/\S+\/api\/intake\/src_\w+/g,
  SECRET: /whsec_[\w+/=]+/g,
  KEY: /sk_live_\w+/g,
  TOKEN: /rcpt_token_[\w-]+/g,
};

/** The addresses that proxies of the examples have. */
const PUBLIC = /https:\/\/(?:desk|mcp|receptionist)\.example\.com/g;

/**
 * Returns a command with what the reader copies from earlier outputs: values before it for `$NAME`, `Bearer TOKEN` and `src_…`. No proxy
 * runs for the public addresses of the examples, so that requests go to the server itself.
 * @param assigned the variables to which commands of the page have assigned a value
 */
export function withCopies(command: string, printed: string, ports: Ports, assigned: readonly string[]): string {
  const local = (text: string) => text.replace(PUBLIC, `http://127.0.0.1:${ports['8787']}`);
  const last = (name: string) => printed.match(COPIED[name] as RegExp)?.at(-1);
  const token = last('TOKEN');
  const source = printed.match(/\bsrc_\w+/g)?.at(-1);
  let typed = /^curl\b/.test(command) ? local(command) : command;
  if (source !== undefined) typed = typed.replaceAll('src_…', source);
  if (token !== undefined) typed = typed.replace(/\bBearer TOKEN\b/, `Bearer ${token}`);
  const values = Object.keys(COPIED)
    .filter((name) => new RegExp(`\\$\\{?${name}\\b`).test(typed) && !assigned.includes(name))
    .map((name) => [name, last(name)] as const)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}='${local(value as string)}'\n`);
  return `${values.join('')}${typed}`;
}
