import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** The built views of MCP Apps: hosts load each as one page, and nothing else. */
const FOLDER = fileURLToPath(new URL('../../dist/web/views/', import.meta.url));
const PAGES = readdirSync(FOLDER);
const MAX_BYTES = 150_000;

/** Names of formats, which nothing is loaded from. */
const NAMESPACES = ['http://www.w3.org/1998/Math/MathML', 'http://www.w3.org/1999/xhtml', 'http://www.w3.org/2000/svg'];
/** What loads something, or runs a text. */
const LOADING =
  /\burl\(|@import|\bimport\(|\bfetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|\beval\(|\bnew Function|<(?:link|img|iframe|object|embed|base)\b|<script[^>]*\ssrc\b/g;

it('the build has the views activity, agenda and call review, and no other', () => {
  expect(PAGES).toEqual(['activity.html', 'agenda.html', 'call-review.html']);
});

describe.each(PAGES)('the view %s', (name) => {
  const html = readFileSync(`${FOLDER}${name}`, 'utf8');

  it(`has at most ${MAX_BYTES} bytes`, () => {
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(MAX_BYTES);
  });

  it('contains no address of another page, and nothing that loads one', () => {
    const addresses = html.match(/(?:https?|wss?):\/\/[^\s"'`\\<>)]*/g) ?? [];
    expect(addresses.filter((address) => !NAMESPACES.includes(address))).toEqual([]);
    expect(html.match(LOADING) ?? []).toEqual([]);
  });

  it('has one style sheet and one script, inside of it', () => {
    expect(html.match(/<style>/g)).toHaveLength(1);
    expect(html.match(/<script>/g)).toHaveLength(1);
    expect(html.match(/<\/script/g)).toHaveLength(1);
  });
});
