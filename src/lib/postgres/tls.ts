import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { DatabaseError } from '../database/database-error.ts';
import { isLoopbackHost } from '../http/loopback.ts';

/** The parameters of a URL for TLS, with libpq's names and meanings. */
interface TlsParameters {
  sslmode?: string | undefined;
  /** A file with the trusted certificates, or `system` for those of Node. */
  sslrootcert?: string | undefined;
  sslcert?: string | undefined;
  sslkey?: string | undefined;
}

/**
 * Returns the TLS options of a connection to `host`; false: no TLS. The default of `sslmode` for remote hosts is
 * `verify-full`, so that a password and customers' data are sent only encrypted and only to the server in the URL. libpq's
 * `prefer` and `allow` are rejected, because a man in the middle can downgrade them to no TLS.
 */
export function tlsOptions(host: string | undefined, parameters: TlsParameters): ConnectionOptions | false {
  const isLocal = host === undefined || host.startsWith('/') || isLoopbackHost(host);
  const { sslmode = isLocal ? 'disable' : 'verify-full', sslrootcert, sslcert, sslkey } = parameters;
  if (sslmode === 'disable') return false;
  const files = {
    ...(sslrootcert === undefined || sslrootcert === 'system' ? {} : { ca: readPem('sslrootcert', sslrootcert) }),
    ...(sslcert === undefined ? {} : { cert: readPem('sslcert', sslcert) }),
    ...(sslkey === undefined ? {} : { key: readPem('sslkey', sslkey) }),
  };
  switch (sslmode) {
    case 'require':
      // As in libpq: with a root certificate, `require` verifies the server's certificate.
      return sslrootcert === undefined ? { ...files, rejectUnauthorized: false } : withoutHostnameCheck(files);
    case 'verify-ca':
      return withoutHostnameCheck(files);
    case 'verify-full':
      return files;
    default:
      throw new DatabaseError(
        "The database's URL has an sslmode that is not supported: use disable, require, verify-ca or verify-full.",
      );
  }
}

/** Accepts every certificate of the trusted authorities, for any host name. */
const withoutHostnameCheck = (options: ConnectionOptions): ConnectionOptions => ({
  ...options,
  checkServerIdentity: () => undefined,
});

function readPem(parameter: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new DatabaseError('The database cannot be reached: its certificates cannot be read.', {
      cause,
      operatorMessage: `The file that ${parameter} in the database's URL names cannot be read: ${path}`,
    });
  }
}
