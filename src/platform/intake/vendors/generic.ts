import * as z from 'zod';
import { CallReport } from '../../../contract/index.ts';
import { parseSignatureHeaders, verifySignature } from '../../../lib/crypto/standard-webhooks.ts';
import { Secret } from '../../../lib/secret.ts';
import { explainIssues } from '../../http/issues.ts';
import { RANKS, type Vendor } from './vendor.ts';

/** Our own format, signed as Standard Webhooks: for LiveKit, Deepgram, OpenAI Realtime and custom integrations. */
export const generic: Vendor = {
  name: 'generic',
  secretMaker: 'us',
  contentType: 'json',
  verify({ bytes, headers }, secrets, now) {
    const signature = parseSignatureHeaders(headers);
    if (typeof signature === 'string') return signature;
    return verifySignature(
      signature,
      bytes,
      secrets.map((secret) => new Secret(secret)),
      now,
    );
  },
  read(body) {
    const event = z.string().max(100).safeParse(body.event).data ?? null;
    const parsed = CallReport.safeParse(body, { reportInput: true });
    if (!parsed.success) return { kind: 'unknown', event, reason: explainIssues(parsed.error.issues) };
    const report = parsed.data;
    return { kind: 'report', event: report.event, report, rank: RANKS[report.event] };
  },
};
