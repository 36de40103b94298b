import { callReportSchema } from '../../../contract/index.ts';

/** Parameters of addresses that are signed for a time: of AWS, CloudFront, Google, Azure and others. */
const EXPIRING =
  /^(x-(amz|goog)-(signature|expires|credential|security-token)|signature|sig|se|expires|expiry|exp|key-pair-id|policy|token|access_token|jwt)$/i;

/** Returns the first address of a recording that stays valid: http or https, without a signature that expires. */
export function lastingUrl(...candidates: readonly unknown[]): string | undefined {
  for (const candidate of candidates) {
    if (typeof candidate !== 'string' || !callReportSchema().shape.recording_url.safeParse(candidate).success) continue;
    const { searchParams, password } = new URL(candidate);
    if (password === '' && ![...searchParams.keys()].some((name) => EXPIRING.test(name))) return candidate;
  }
  return undefined;
}
