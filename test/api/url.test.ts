import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBaseUrl } from '../../src/api/base-url.ts';
import { endpointUrl } from '../../src/api/url.ts';
import { ENDPOINTS } from '../../src/contract/index.ts';

describe('parseBaseUrl', () => {
  it.each([
    ['https://x.example.com', 'https://x.example.com/api/v1/bookings'],
    ['https://x.example.com/', 'https://x.example.com/api/v1/bookings'],
    ['https://x.example.com/tenant/a//', 'https://x.example.com/tenant/a/api/v1/bookings'],
    ['https://x.example.com:8443/p', 'https://x.example.com:8443/p/api/v1/bookings'],
    ['http://127.0.0.1:8788', 'http://127.0.0.1:8788/api/v1/bookings'],
    ['http://localhost:1/', 'http://localhost:1/api/v1/bookings'],
    ['http://[::1]:1', 'http://[::1]:1/api/v1/bookings'],
  ])('%s requests %s', (base, url) => {
    expect(endpointUrl(parseBaseUrl(base), ENDPOINTS.listBookings.path, {}).href).toBe(url);
  });

  it.each([
    'x.example.com',
    'ftp://x.example.com',
    'http://x.example.com',
    'http://10.0.0.1',
    'http://127.0.0.1.example.com',
    'https://user:pass@x.example.com',
    'https://x.example.com/?a=b',
    'https://x.example.com/#a',
    '',
    'javascript:alert(1)',
  ])('refuses %j', (base) => {
    expect(() => parseBaseUrl(base)).toThrow(/like https:\/\//);
  });
});

describe('endpointUrl', () => {
  const base = parseBaseUrl('https://x.example.com/tenant');
  const url = (id: string) => endpointUrl(base, ENDPOINTS.getBooking.path, { id });

  it.each([
    ['bk_1', '/tenant/api/v1/bookings/bk_1'],
    ['a?b=c&d#e', '/tenant/api/v1/bookings/a%3Fb%3Dc%26d%23e'],
    ['%2e%2e', '/tenant/api/v1/bookings/%252e%252e'],
    ['%2F', '/tenant/api/v1/bookings/%252F'],
    ['é', '/tenant/api/v1/bookings/%C3%A9'],
    ['...', '/tenant/api/v1/bookings/...'],
    ['a;b', '/tenant/api/v1/bookings/a%3Bb'],
  ])('encodes %j as a path segment', (id, path) => {
    expect(url(id).pathname).toBe(path);
    expect(url(id).search + url(id).hash).toBe('');
  });

  it.each(['', '.', '..', 'a/b', '../contacts', 'a\\b', 'a b', 'a\nb', '\u0000', '\u200b', 'x'.repeat(257)])(
    'refuses %j',
    (id) => {
      expect(() => url(id)).toThrow(/no identifier/);
    },
  );

  it('names the refused identifier, also a missing one', () => {
    expect(() => url('a/b')).toThrow('"a/b" is no identifier (id) of the platform.');
    expect(() => endpointUrl(base, ENDPOINTS.getBooking.path, {})).toThrow('"" is no identifier (id) of the platform.');
  });

  it('encodes any other text into one path segment', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (id) => {
        let result: URL;
        try {
          result = url(id);
        } catch {
          return;
        }
        const segments = result.pathname.split('/');
        expect(segments.slice(0, -1)).toEqual(['', 'tenant', 'api', 'v1', 'bookings']);
        expect(decodeURIComponent(segments.at(-1) ?? '')).toBe(id);
        expect(result.origin + result.search + result.hash).toBe('https://x.example.com');
      }),
      { numRuns: 500 },
    );
  });
});
