import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openToken, sealToken, signToken, verifyToken } from '../../../src/lib/crypto/signed-token.ts';

const SCOPE = { key: Buffer.alloc(32, 7), purpose: 'test', context: { tool: 'a', input: { b: 1, c: undefined } } };
const TOKEN = signToken('payload', SCOPE);

describe('a signed token', () => {
  it('consists of its payload and a MAC of 128 bits in base64url', () => {
    expect(TOKEN).toMatch(/^payload\.[\w-]{22}$/);
  });

  it('returns any payload, also one with dots', () => {
    fc.assert(
      fc.property(fc.string(), (payload) => {
        expect(verifyToken(signToken(payload, SCOPE), SCOPE)).toBe(payload);
      }),
    );
  });

  it('remains valid for the same context with members in another order', () => {
    expect(verifyToken(TOKEN, { ...SCOPE, context: { input: { b: 1 }, tool: 'a' } })).toBe('payload');
  });

  it.each([
    ['key', { ...SCOPE, key: Buffer.alloc(32, 8) }],
    ['purpose', { ...SCOPE, purpose: 'other' }],
    ['context', { ...SCOPE, context: { tool: 'a', input: { b: 2 } } }],
    ['context (absent)', { key: SCOPE.key, purpose: SCOPE.purpose }],
  ])('is not valid for another %s', (_what, scope) => {
    expect(verifyToken(TOKEN, scope)).toBeUndefined();
  });

  it('becomes invalid if any character is changed, added or removed', () => {
    for (let at = 0; at < TOKEN.length; at++) {
      for (const between of ['', 'Z', `Z${TOKEN[at]}`])
        expect(verifyToken(TOKEN.slice(0, at) + between + TOKEN.slice(at + 1), SCOPE)).toBeUndefined();
    }
    expect(verifyToken(`${TOKEN}A`, SCOPE)).toBeUndefined();
  });

  it.each(['', '.', 'payload', 'payload.', '.payload'])('cannot be the text %j', (text) => {
    expect(verifyToken(text, SCOPE)).toBeUndefined();
  });
});

describe('a sealed token', () => {
  const sealed = sealToken('Ana Bell +12125550123', SCOPE);

  it('shows nothing of its payload, and is the same for the same payload and scope', () => {
    expect(sealed).toMatch(/^[\w-]+$/);
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toMatch(/Ana|Bell|2125/);
    expect(sealToken('Ana Bell +12125550123', SCOPE)).toBe(sealed);
    const nonces = ['Ana Bell +12125550123', 'Ana Bell +12125550124'].flatMap((payload) =>
      [SCOPE, { ...SCOPE, context: 'other' }].map((scope) => sealToken(payload, scope).slice(0, 16)),
    );
    expect(new Set(nonces).size).toBe(4);
  });

  it('returns any payload', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (payload) => {
        expect(openToken(sealToken(payload, SCOPE), SCOPE)).toBe(payload);
      }),
    );
  });

  it.each([
    ['key', { ...SCOPE, key: Buffer.alloc(32, 8) }],
    ['purpose', { ...SCOPE, purpose: 'other' }],
    ['context', { ...SCOPE, context: { tool: 'a', input: { b: 2 } } }],
    ['context (absent)', { key: SCOPE.key, purpose: SCOPE.purpose }],
  ])('cannot be opened with another %s', (_what, scope) => {
    expect(openToken(sealed, scope)).toBeUndefined();
  });

  it('cannot be opened if any character is changed, added or removed', () => {
    for (let at = 0; at < sealed.length; at++) {
      for (const between of ['', 'Z', `Z${sealed[at]}`]) {
        const altered = sealed.slice(0, at) + between + sealed.slice(at + 1);
        if (altered !== sealed) expect(openToken(altered, SCOPE)).toBeUndefined();
      }
    }
    for (const end of ['A', '=', '.', ' ']) expect(openToken(sealed + end, SCOPE)).toBeUndefined();
  });

  it.each(['', '.', 'payload', TOKEN])('cannot be the text %j', (text) => {
    expect(openToken(text, SCOPE)).toBeUndefined();
  });
});
