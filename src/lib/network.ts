import { isIP } from 'node:net';

/** An address, or a network such as 10.0.0.0/8; undefined when a text is neither. */
export function parseNetwork(text: string): { address: string; bits: number } | undefined {
  const [, address, bits] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const kind = address === undefined ? 0 : isIP(address);
  const most = kind === 4 ? 32 : 128;
  if (!address || kind === 0 || Number(bits ?? 0) > most) return undefined;
  return { address, bits: Number(bits ?? most) };
}

/** Codes of OpenSSL's and Node's certificate checks. */
const CERTIFICATE = /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO$|HOSTNAME_MISMATCH$)/;

/** Whether a code says that the other side could not prove who it is. */
export function isCertificateCode(code: string): boolean {
  return CERTIFICATE.test(code);
}

/** The code that Node or undici gave an error or what caused it; empty when there is none. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  // Happy eyeballs: several addresses were tried, each with an error of its own.
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  const { code } = error as NodeJS.ErrnoException;
  return code ?? errorCode(error.cause);
}
