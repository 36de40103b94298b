import * as z from 'zod';
import { callReportSchema } from '../../../contract/index.ts';
import { issueText } from '../../../contract/issue-text.ts';
import { isSigningSecret, parseSignatureHeaders, verifySignature } from '../../../lib/crypto/standard-webhooks.ts';
import type { JsonObject } from '../../../lib/json.ts';
import { Secret } from '../../../lib/secrets/secret.ts';
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
  secretProblem: (secret) =>
    isSigningSecret(secret) ? undefined : 'is not whsec_ and base64 of 16 to 512 bytes, as Standard Webhooks requires',
  read(body) {
    const event = z.string().max(100).safeParse(body.event).data ?? null;
    const parsed = parseReport(body);
    if (!parsed.success) return { kind: 'unknown', event, reason: explainIssues(parsed.error.issues) };
    const report = parsed.data;
    return { kind: 'report', event: report.event, report, rank: RANKS[report.event] };
  },
};

/** The turns that are read first: if all of twenty thousand are wrong, the rest are not read. */
const FIRST_TURNS = 200;

function parseReport(body: JsonObject) {
  const parse = (report: JsonObject) => callReportSchema().safeParse(report, { error: issueText });
  if (Array.isArray(body.turns) && body.turns.length > FIRST_TURNS) {
    const first = parse({ ...body, turns: body.turns.slice(0, FIRST_TURNS) });
    if (!first.success) return first;
  }
  return parse(body);
}
