import { isIP } from 'node:net';

/** Parses an IP address or a network such as 10.0.0.0/8 (CIDR); undefined for other text. */
export function parseNetwork(text: string): { address: string; bits: number } | undefined {
  const [, address, bits] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const kind = address === undefined ? 0 : isIP(address);
  const maxBits = kind === 4 ? 32 : 128;
  if (!address || kind === 0 || Number(bits ?? 0) > maxBits) return undefined;
  return { address, bits: Number(bits ?? maxBits) };
}

/** Returns the key of one client: its IPv4 address, or its /64 network, which is assigned to one IPv6 client. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}

/** Codes of OpenSSL's and Node's certificate checks. */
const CERTIFICATE = /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO$|HOSTNAME_MISMATCH$)/;

/** Returns whether an error code means that the peer's certificate was rejected. */
export function isCertificateCode(code: string): boolean {
  return CERTIFICATE.test(code);
}

/** Returns the code of an error or of its causes, as Node and undici set it; the empty text if there is none. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  // Happy Eyeballs (RFC 8305) tries several addresses, each with its own error.
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  const { code } = error as NodeJS.ErrnoException;
  return code ?? errorCode(error.cause);
}
