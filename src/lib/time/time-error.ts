/** A time that cannot be understood, or that means no or two moments. The message shows a right form. */
export class TimeError extends Error {
  override readonly name = 'TimeError';
}
