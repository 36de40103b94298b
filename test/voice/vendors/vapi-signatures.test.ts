import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { hexHmac, verify } from './support.ts';

const NOW = 1_760_000_000_000;
const SECRET = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
const BODY = '{"message":{"type":"end-of-call-report"}}';
const check = (headers: Record<string, string>, secrets: readonly string[] = [SECRET]) =>
  verify('vapi', BODY, headers, secrets, NOW);

describe('an HMAC of Vapi', () => {
  const signed = (timestamp: string, prefix = '') => ({
    'x-timestamp': timestamp,
    'x-signature': prefix + hexHmac(SECRET, `${timestamp}.${BODY}`),
  });

  it('an HMAC is valid with a time in seconds or milliseconds, with and without the prefix sha256=', () => {
    for (const timestamp of [String(NOW / 1_000), String(NOW)]) {
      expect(check(signed(timestamp))).toBeUndefined();
      expect(check(signed(timestamp, 'sha256='))).toBeUndefined();
    }
  });

  it('an HMAC can be too old or too new in both units', () => {
    for (const timestamp of [NOW / 1_000 - 301, NOW / 1_000 + 301, NOW - 300_001, NOW + 300_001, 0])
      expect(check(signed(String(timestamp)))).toBe('clock');
  });

  it('an HMAC without a time, or with one that is no number, counts as malformed headers', () => {
    const { 'x-signature': signature } = signed(String(NOW));
    expect(check({ 'x-signature': signature })).toBe('malformed headers');
    for (const time of ['', 'now', '1e9', '-1', '99999999999999999', new Date(NOW).toISOString()])
      expect(check({ 'x-signature': signature, 'x-timestamp': time })).toBe('malformed headers');
  });

  it('a wrong HMAC is refused although the shared secret stands beside it', () => {
    const headers = { ...signed(String(NOW)), 'x-signature': '0'.repeat(64), 'x-vapi-secret': SECRET };
    expect(check(headers)).toBe('signature');
  });
});

describe('Standard Webhooks of Vapi', () => {
  const time = new Date(NOW);
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(NOW / 1_000),
    'webhook-signature': new Webhook(SECRET).sign('msg_1', time, BODY),
  };

  it('signatures that the library standardwebhooks makes are valid', () => {
    expect(check(headers)).toBeUndefined();
    expect(check(headers, ['whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA='])).toBe('signature');
    expect(verify('vapi', BODY, headers, [SECRET], NOW + 301_000)).toBe('clock');
  });

  it('a secret of another form gives no key, which could be empty and guessed', () => {
    const forged = new Webhook(Buffer.from('\0').toString('base64')).sign('msg_1', time, BODY);
    expect(check({ ...headers, 'webhook-signature': forged }, ['secret', 'whsec_', ''])).toBe('signature');
    const empty = createHmac('sha256', '')
      .update(`msg_1.${NOW / 1_000}.${BODY}`)
      .digest('base64');
    expect(check({ ...headers, 'webhook-signature': `v1,${empty}` }, ['secret', 'whsec_', ''])).toBe('signature');
  });

  it('a delivery without its id has malformed headers', () => {
    expect(check({ ...headers, 'webhook-id': '' })).toBe('malformed headers');
  });
});

describe('the shared secret of Vapi', () => {
  it('the secret is valid as bearer token and in X-Vapi-Secret, for each current secret', () => {
    for (const presented of [{ Authorization: `Bearer ${SECRET}` }, { authorization: `bearer  ${SECRET}` }]) {
      expect(check(presented)).toBeUndefined();
      expect(check(presented, ['another', SECRET])).toBeUndefined();
    }
    expect(check({ 'X-Vapi-Secret': SECRET })).toBeUndefined();
  });

  it('another, a shorter, a longer and an empty secret are refused', () => {
    for (const presented of ['another', SECRET.slice(0, -1), `${SECRET}=`, SECRET.toLowerCase()]) {
      expect(check({ authorization: `Bearer ${presented}` })).toBe('signature');
      expect(check({ 'x-vapi-secret': presented })).toBe('signature');
    }
    expect(check({ 'x-vapi-secret': '' }, [''])).toBe('malformed headers');
    expect(check({ authorization: 'Bearer ' }, [''])).toBe('malformed headers');
    expect(check({ authorization: `Basic ${SECRET}` })).toBe('malformed headers');
    expect(check({ authorization: `Bearer ${SECRET} ${SECRET}` })).toBe('malformed headers');
    expect(check({})).toBe('no signature');
  });

  it('a presented secret of any length is compared without an error', () => {
    expect(check({ authorization: `Bearer ${'a'.repeat(1_000_000)}` })).toBe('signature');
    expect(check({ authorization: `Bearer${' '.repeat(100_000)}` })).toBe('malformed headers');
  });
});
