import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/lib/logging/logger.ts';
import { Secret } from '../../src/lib/secrets/secret.ts';
import { reserveSecretFile } from '../../src/lib/secrets/secret-file.ts';

const KEY = 'sk_live_canary0123456789';

it('a secret is redacted in every conversion except reveal', () => {
  const secret = new Secret(KEY);
  const shown = [
    String(secret),
    `${secret}`,
    JSON.stringify({ secret }),
    inspect({ secret }, { depth: 9 }),
    `${Object.entries(secret)}`,
  ];
  expect(shown.join()).not.toContain('canary');
  expect(secret.reveal()).toBe(KEY);
});

describe('logger', () => {
  const logged = (format: 'text' | 'json', level: 'debug' | 'warn' = 'debug') => {
    const lines: string[] = [];
    return { lines, logger: createLogger({ level, format, write: (line) => lines.push(line), now: () => 0 }) };
  };

  it('redacts keys in messages, fields and errors', () => {
    for (const format of ['text', 'json'] as const) {
      const { lines, logger } = logged(format);
      logger.error(`with ${KEY}`, {
        secret: new Secret(KEY),
        error: new Error(`bad ${KEY}`),
        deep: { header: `Bearer ${KEY}` },
      });
      expect(lines.join()).not.toContain('canary');
      expect(lines.join()).toContain('redacted');
    }
  });

  it('redacts registered secrets of any form', () => {
    const { lines, logger } = logged('json');
    new Secret('rcpt_session=canary"1234567');
    logger.error('Set canary"1234567', { header: 'rcpt_session=canary"1234567', short: new Secret('abc') });
    logger.error('abc is a word');
    expect(lines.join()).not.toContain('canary');
    expect(lines[1]).toContain('abc is a word');
  });

  it('keeps secrets of the operator registered when callers send many', () => {
    const { lines, logger } = logged('json');
    new Secret('operators-canary-password');
    for (let index = 0; index < 1_000; index++) new Secret(`sk_live_caller_${index}`, 'caller');
    logger.error('database', { error: new Error('no entry for operators-canary-password') });
    expect(lines.join()).not.toContain('canary');
  });

  it('escapes control and bidirectional characters', () => {
    for (const format of ['text', 'json'] as const) {
      const { lines, logger } = logged(format);
      logger.error('\u001b[2Jx\u009b31m\u0085\u202egnp.exe\u2066\u200b\u{e0041}', {
        path: '/\u007f\u0007\u009d0;title\u009c',
      });
      expect(lines.join('')).toMatch(/^[^\p{Cc}\p{Cf}]+\n$/u);
      expect(lines.join('')).toContain('\\u202egnp.exe');
    }
  });

  it('logs a limited number of nested causes', () => {
    const { lines, logger } = logged('json');
    const error = new Error('outer', { cause: Object.assign(new Error('inner'), { code: 'ENOSPC' }) });
    const circle = new Error('circle');
    circle.cause = circle;
    logger.error('x', { error, circle });
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      error: { message: 'outer', cause: { message: 'inner', code: 'ENOSPC' } },
      circle: { cause: { cause: { cause: { message: 'circle' } } } },
    });
  });

  it('logs the message when the fields cannot be serialized', () => {
    for (const format of ['text', 'json'] as const) {
      const { lines, logger } = logged(format);
      const circle: Record<string, unknown> = {};
      circle.itself = circle;
      logger.error('still logged', { circle });
      expect(lines.join()).toMatch(/error.*still logged.*could not be written/);
    }
  });

  it('writes one line for each message', () => {
    for (const format of ['text', 'json'] as const) {
      const { lines, logger } = logged(format);
      logger.info('one\n2026 error forged\u2028x', { text: 'a\nb' });
      expect(lines).toHaveLength(1);
      expect(lines[0]?.trimEnd()).not.toMatch(/[\n\u2028]/);
    }
  });

  it('writes messages up to its level', () => {
    const { lines, logger } = logged('json', 'warn');
    logger.info('no');
    logger.warn('yes', { count: 1n });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { time: '1970-01-01T00:00:00.000Z', level: 'warn', message: 'yes', count: '1' },
    ]);
  });
});

describe('reserveSecretFile', () => {
  const home = mkdtempSync(join(tmpdir(), 'rcpt-secret-'));
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  it('writes a file that only the user can read', async () => {
    const folder = join(home, 'secrets');
    const file = await reserveSecretFile(folder, 'api-key');
    const path = await file.write(new Secret(KEY));
    await file.discardIfUnused();
    expect(readFileSync(path, 'utf8')).toBe(`${KEY}\n`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('removes an unused file', async () => {
    const folder = join(home, 'unused');
    const file = await reserveSecretFile(folder, 'api-key');
    await file.discardIfUnused();
    expect(readdirSync(folder)).toEqual([]);
  });
});
