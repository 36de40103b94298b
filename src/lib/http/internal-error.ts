/** The answer to a request that failed in a way that nothing foresaw. The error itself may have private data: only the log gets it. */
export const INTERNAL_ERROR = {
  error: 'internal_error',
  message:
    'Internal server error. If this was a write, it is unknown whether it took effect: read the record or list before you repeat it. The log of the server has the details.',
};
