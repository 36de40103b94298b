import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { DatabaseError } from '../database-error.ts';

/** The parameters of a URL that say how the connection is encrypted; the names and meanings are libpq's. */
export interface TlsParameters {
  sslmode?: string | undefined;
  /** A file with the certificates to trust, or `system` for those that Node brings. */
  sslrootcert?: string | undefined;
  sslcert?: string | undefined;
  sslkey?: string | undefined;
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

/**
 * What a connection to `host` must have: TLS with these options, or none. Without `sslmode` a password and customers'
 * data leave this machine only encrypted and only to the server that the URL names. libpq's `prefer` and `allow` are
 * refused, because whoever stands between can talk both sides out of TLS.
 */
export function tlsOptions(host: string | undefined, parameters: TlsParameters): ConnectionOptions | false {
  const near = host === undefined || host.startsWith('/') || LOOPBACK.test(host);
  const { sslmode = near ? 'disable' : 'verify-full', sslrootcert, sslcert, sslkey } = parameters;
  if (sslmode === 'disable') return false;
  const files = {
    ...(sslrootcert === undefined || sslrootcert === 'system' ? {} : { ca: readPem('sslrootcert', sslrootcert) }),
    ...(sslcert === undefined ? {} : { cert: readPem('sslcert', sslcert) }),
    ...(sslkey === undefined ? {} : { key: readPem('sslkey', sslkey) }),
  };
  switch (sslmode) {
    case 'require':
      // As libpq has it: where there is something to check the certificate against, it is checked.
      return sslrootcert === undefined ? { ...files, rejectUnauthorized: false } : anyName(files);
    case 'verify-ca':
      return anyName(files);
    case 'verify-full':
      return files;
    default:
      throw new DatabaseError(
        "The database's URL has an sslmode that is not supported: use disable, require, verify-ca or verify-full.",
      );
  }
}

/** Trusts every certificate that those authorities signed, for whatever name. */
const anyName = (options: ConnectionOptions): ConnectionOptions => ({
  ...options,
  checkServerIdentity: () => undefined,
});

function readPem(parameter: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new DatabaseError(`The file that ${parameter} in the database's URL names cannot be read: ${path}`, {
      cause,
      publicMessage: 'The database cannot be reached: its certificates cannot be read.',
    });
  }
}
