import { symmetric } from 'retell-sdk/lib/webhook_auth';
import { describe, expect, it } from 'vitest';
import type { VendorName } from '../../../src/platform/intake/vendors/vendor.ts';
import { hexHmac, vendorNamed, verify } from './support.ts';

const NOW = 1_760_000_000_000;

/** Signatures that other programs made: the vendors' packages, or the documented rule in another language. */
const VECTORS: readonly {
  vendor: VendorName;
  secret: string;
  body: string;
  headers: Record<string, string>;
  now: number;
}[] = [
  {
    vendor: 'retell',
    secret: 'key_test',
    body: '{"event":"call_ended","call":{"call_id":"call_1"}}',
    headers: {
      'x-retell-signature': 'v=1760000000000,d=acb7776983580ee362fa6861d359613b35cd9d34dd7afa4d1d89774ecea69caa',
    },
    now: NOW,
  },
  {
    vendor: 'elevenlabs',
    secret: 'wsec_test',
    body: '{"type":"post_call_transcription","event_timestamp":1739537297,"data":{"conversation_id":"abc"}}',
    headers: {
      'elevenlabs-signature': 't=1739537297,v0=6e321e2044a124192e73090ae6cd11a39fe97800cc3e4e6361404552a92914b0',
    },
    now: 1_739_537_297_000,
  },
  {
    vendor: 'vapi',
    secret: 'vapisecret',
    body: '{"message":{"type":"end-of-call-report"}}',
    headers: {
      'x-timestamp': '1760000000',
      'x-signature': '4548cc900586e23d200d8de72fdb408cbd25c9d7747abfce2d0a17a93c0bd1e9',
    },
    now: NOW,
  },
  {
    vendor: 'bland',
    secret: 'blandsecret',
    body: '{"call_id":"b1"}',
    headers: { 'x-webhook-signature': 'c7f4e3bcdc67617e3deec97cc12ccb08da6acab0c07dde630faedbc9d1af58c3' },
    now: NOW,
  },
];

/** The header with the MAC of each vendor. */
const MAC_HEADERS: Partial<Record<VendorName, string>> = {
  retell: 'x-retell-signature',
  elevenlabs: 'elevenlabs-signature',
  vapi: 'x-signature',
  bland: 'x-webhook-signature',
};

describe.each(VECTORS)('the signature of $vendor', ({ vendor, secret, body, headers, now }) => {
  const name = MAC_HEADERS[vendor] as string;
  const value = headers[name] as string;
  const withMac = (change: (value: string) => string) => ({ ...headers, [name]: change(value) });

  it('a signature that another program made is valid, also while a second secret holds', () => {
    expect(verify(vendor, body, headers, [secret], now)).toBeUndefined();
    expect(verify(vendor, body, headers, ['another secret', secret], now)).toBeUndefined();
    expect(verify(vendor, body, headers, [secret, 'another secret'], now)).toBeUndefined();
  });

  it('a signature is invalid with another secret, an empty one, or none', () => {
    for (const secrets of [[`${secret}x`], [''], []])
      expect(verify(vendor, body, headers, secrets, now)).toBe('signature');
  });

  it('a signature does not cover a body with another character, a shorter one, or the same JSON with other spaces', () => {
    const spaced = JSON.stringify(JSON.parse(body), null, 1);
    for (const other of [body.replace(/\w/, 'X'), body.slice(0, -1), `${body} `, spaced, ''])
      expect(verify(vendor, other, headers, [secret], now)).toBe('signature');
  });

  it('a signature is invalid if any of its digits is another one', () => {
    const macStart = value.length - 64;
    for (let index = macStart; index < value.length; index++) {
      const digit = value[index] === '0' ? '1' : '0';
      const changed = withMac((text) => text.slice(0, index) + digit + text.slice(index + 1));
      expect(verify(vendor, body, changed, [secret], now)).toBe('signature');
    }
  });

  it('a signature in capital hexadecimal digits is the same signature', () => {
    const changed = withMac((text) => text.slice(0, -64) + text.slice(-64).toUpperCase());
    expect(verify(vendor, body, changed, [secret], now)).toBeUndefined();
  });

  it('a delivery without the header has no signature', () => {
    const { [name]: _, ...others } = headers;
    expect(verify(vendor, body, others, [secret], now)).toBe('no signature');
  });

  it.each([
    ['empty', () => ''],
    ['a word', () => 'signature'],
    ['cut', (text: string) => text.slice(0, -1)],
    ['too long', (text: string) => `${text}0`],
    ['with a digit that is none', (text: string) => `${text.slice(0, -1)}g`],
    ['base64', (text: string) => text.slice(0, -64) + Buffer.from(text.slice(-64), 'hex').toString('base64')],
    ['a million characters long', (text: string) => text + 'a'.repeat(1_000_000)],
    ['a million separators', () => 'v=,'.repeat(333_333)],
  ])('a signature that is %s counts as malformed headers', (_, change) => {
    expect(verify(vendor, body, withMac(change), [secret], now)).toBe('malformed headers');
  });

  it('a signature header that occurs twice counts as malformed headers', () => {
    const twice = new Headers(headers);
    twice.append(name, value);
    expect(verify(vendor, body, twice, [secret], now)).toBe('malformed headers');
  });
});

describe('the time of a signature', () => {
  const MINUTE = 60_000;
  const windows: readonly [VendorName, pastMinutes: number, futureMinutes: number][] = [
    ['retell', 5, 5],
    ['elevenlabs', 45, 5],
    ['vapi', 5, 5],
  ];

  it.each(windows)(
    'a signature of %s counts for %i minutes, and %i minutes before its time',
    (vendor, past, future) => {
      const found = VECTORS.find((vector) => vector.vendor === vendor) as (typeof VECTORS)[number];
      const at = (shiftMs: number) => verify(vendor, found.body, found.headers, [found.secret], found.now + shiftMs);
      expect(at(past * MINUTE)).toBeUndefined();
      expect(at(past * MINUTE + 1)).toBe('clock');
      expect(at(-future * MINUTE)).toBeUndefined();
      expect(at(-future * MINUTE - 1)).toBe('clock');
    },
  );

  it('a signature of Bland has no time and stays valid', () => {
    const { body, headers, secret } = VECTORS.find(({ vendor }) => vendor === 'bland') as (typeof VECTORS)[number];
    expect(verify('bland', body, headers, [secret], 0)).toBeUndefined();
    expect(verify('bland', body, headers, [secret], NOW * 2)).toBeUndefined();
  });
});

describe('signatures of Retell', () => {
  it('signatures that retell-sdk makes are valid, for bodies of any text', async () => {
    for (const body of ['{}', '{"event":"call_ended","call":{"transcript":"Grüße, 你好 👋\\u2028"}}']) {
      const signature = await symmetric.sign(body, 'key_of_the_account', NOW);
      const headers = { 'X-Retell-Signature': signature };
      expect(verify('retell', body, headers, ['key_of_the_account'], NOW)).toBeUndefined();
      expect(verify('retell', body, headers, ['key_of_another'], NOW)).toBe('signature');
    }
  });

  it('a signature is invalid with another time than the signed one', () => {
    const mac = hexHmac('key_test', '{}1760000000000');
    const headers = (time: string) => ({ 'x-retell-signature': `v=${time},d=${mac}` });
    expect(verify('retell', '{}', headers('1760000000000'), ['key_test'], NOW)).toBeUndefined();
    expect(verify('retell', '{}', headers('1760000000001'), ['key_test'], NOW)).toBe('signature');
    expect(verify('retell', '{}', headers('1760000000'), ['key_test'], NOW)).toBe('clock');
    expect(verify('retell', '{}', headers('-1'), ['key_test'], NOW)).toBe('malformed headers');
  });
});

describe('signatures of ElevenLabs', () => {
  const body = '{"type":"post_call_transcription"}';
  const time = NOW / 1_000;
  const mac = hexHmac('wsec_test', `${time}.${body}`);
  const other = hexHmac('another', `${time}.${body}`);
  const check = (header: string) => verify('elevenlabs', body, { 'ElevenLabs-Signature': header }, ['wsec_test'], NOW);

  it('one valid signature of several is enough, in any order, with spaces and other schemes beside it', () => {
    expect(check(`t=${time},v0=${other},v0=${mac}`)).toBeUndefined();
    expect(check(`v0=${mac}, t=${time}, v0=${other}`)).toBeUndefined();
    expect(check(`t=${time},v1=later,v0=${mac}`)).toBeUndefined();
    expect(check(`t=${time},v0=${other}`)).toBe('signature');
  });

  it.each([
    ['no time', `v0=${mac}`],
    ['two times', `t=${time},t=${time},v0=${mac}`],
    ['a time that is no number', `t=now,v0=${mac}`],
    ['a negative time', `t=-${time},v0=${mac}`],
    ['no scheme v0', `t=${time},v1=${mac}`],
    ['one malformed v0 beside a valid one', `t=${time},v0=${mac},v0=zz`],
    ['more signatures than secrets can rotate', `t=${time}${`,v0=${mac}`.repeat(11)}`],
  ])('a header with %s is malformed', (_, header) => {
    expect(check(header)).toBe('malformed headers');
  });
});

describe('secrets of vendors', () => {
  it.each<VendorName>(['vapi', 'retell', 'elevenlabs', 'bland'])(
    'a secret of %s needs sixteen characters without spaces',
    (name) => {
      const problem = (secret: string) => vendorNamed(name).secretProblem?.(secret);
      expect(problem('key_0123456789ab')).toBeUndefined();
      expect(problem('wsec_0123456789abcdef')).toBeUndefined();
      expect(problem('key_0123456789a')).toBe('has fewer than 16 characters');
      expect(problem('')).toMatch(/^has /);
      expect(problem('key 0123456789abc')).toBe('has spaces or characters outside of ASCII');
      expect(problem('key_0123456789abé')).toBe('has spaces or characters outside of ASCII');
    },
  );

  it('an API key of ElevenLabs is refused as a secret', () => {
    expect(vendorNamed('elevenlabs').secretProblem?.('sk_0123456789abcdef')).toMatch(/^is an API key/);
  });
});
