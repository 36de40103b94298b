import { errorCode, isCertificateCode } from '../../lib/http/network.ts';
import { SendError, type SendFailure } from '../sender.ts';

/** Converts an error of a connection before the request was sent. */
export function notSent(error: unknown): SendError {
  const failure = isCertificateCode(errorCode(error)) ? 'untrusted_certificate' : 'unreachable';
  return new SendError(failure, false, { cause: error });
}

/** Converts an error after the request was sent, at least in part. */
export function sentInPart(error: unknown): SendError {
  return error instanceof SendError ? error : new SendError(failureOf(error), true, { cause: error });
}

function failureOf(error: unknown): SendFailure {
  const code = errorCode(error);
  // Codes of the parser of HTTP in Node, and the error of the one in undici, which has a code only sometimes.
  if (code.startsWith('HPE_') || (error instanceof Error && error.name === 'HTTPParserError'))
    return 'invalid_response';
  return code === 'ETIMEDOUT' ? 'timeout' : 'connection_lost';
}
