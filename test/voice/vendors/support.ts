import { createHmac } from 'node:crypto';
import { VENDORS } from '../../../src/platform/intake/vendors/index.ts';
import type {
  ParsedReport,
  SignatureFailure,
  Vendor,
  VendorName,
} from '../../../src/platform/intake/vendors/vendor.ts';

/** Returns the adapter of a vendor. */
export function vendorNamed(name: VendorName): Vendor {
  const vendor = VENDORS[name];
  if (!vendor) throw new Error(`${name} has no adapter.`);
  return vendor;
}

/** Verifies a body of text as if it had arrived with these headers. */
export function verify(
  name: VendorName,
  body: string,
  headers: Record<string, string> | Headers,
  secrets: readonly string[],
  now: number,
): SignatureFailure | undefined {
  const delivery = {
    bytes: Buffer.from(body),
    headers: new Headers(headers),
    urls: ['https://example.com/api/intake/1'],
  };
  return vendorNamed(name).verify(delivery, secrets, now);
}

/** Returns the report of a body; throws if it is none. */
export function reportIn(name: VendorName, body: unknown): Extract<ParsedReport, { kind: 'report' }>['report'] {
  const parsed = vendorNamed(name).read(body as Record<string, unknown>);
  if (parsed.kind !== 'report') throw new Error(`It is ${parsed.kind}.`);
  return parsed.report;
}

/** Returns an HMAC-SHA-256 in hexadecimal. */
export const hexHmac = (secret: string, signed: string) => createHmac('sha256', secret).update(signed).digest('hex');
