import { MAX_REPORT_BYTES } from '../../lib/http/body-sizes.ts';
import { errorAnswer } from '../../lib/http/error-answer.ts';
import { MAX_KEPT_REPORTS } from './limits.ts';
import type { SignatureFailure } from './vendors/vendor.ts';

/** The answers to deliveries that are not stored. A response can be sent once, so each is made when it is needed. */

export const wrongMethod = () =>
  errorAnswer(405, 'method_not_allowed', 'Reports of calls are POST requests.', { allow: 'POST' });
export const unknownSource = () =>
  errorAnswer(404, 'not_found', 'There is no such source of calls. Nothing was stored.');
export const incomplete = () => errorAnswer(400, 'bad_request', 'The body is incomplete. Nothing was stored.');
export const notUtf8 = () => errorAnswer(400, 'bad_request', 'The body is no text in UTF-8. Nothing was stored.');
export const unavailable = () =>
  errorAnswer(503, 'unavailable', 'The report cannot be stored now. Send it again.', { 'retry-after': '10' });
export const tooManyKept = () =>
  errorAnswer(
    429,
    'too_many',
    `This source has sent ${MAX_KEPT_REPORTS} reports that are not understood. Nothing was stored. The operator sees them with rcpt-mcp calls sources log.`,
    { 'retry-after': '3600' },
  );
// Closes the connection, because the rest of the body is not read.
export const tooLarge = () =>
  errorAnswer(413, 'too_large', `A report has at most ${MAX_REPORT_BYTES} bytes. Nothing was stored.`, {
    connection: 'close',
  });
export const notGenuine = (failure: SignatureFailure) =>
  errorAnswer(
    401,
    'unauthorized',
    failure === 'clock'
      ? 'The report is too old, or a clock is wrong. Nothing was stored.'
      : 'The report could not be verified with the secret of this source. Nothing was stored.',
  );
