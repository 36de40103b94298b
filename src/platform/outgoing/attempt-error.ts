import { HTTPParserError } from 'undici/lib/core/errors.js';
import { errorCode, isCertificateCode } from '../../lib/http/network.ts';
import { AddressRefusedError, NameNotFoundError } from './address.ts';

/** Why there was no response. */
export type AttemptError =
  | 'timeout'
  | 'address_refused'
  | 'name_not_found'
  | 'connection_refused'
  | 'certificate'
  | 'connection_lost'
  | 'invalid_response'
  /** An unexpected error; the log has its details. */
  | 'internal_error';

/** Returns the kind of an error of a request over a checked connection. */
export function errorKind(error: unknown): AttemptError {
  if (error instanceof AddressRefusedError) return 'address_refused';
  if (error instanceof NameNotFoundError) return 'name_not_found';
  const code = errorCode(error);
  if (code === 'ECONNREFUSED') return 'connection_refused';
  if (code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT') return 'timeout';
  if (isCertificateCode(code)) return 'certificate';
  if (error instanceof HTTPParserError) return 'invalid_response';
  return code === '' ? 'internal_error' : 'connection_lost';
}
