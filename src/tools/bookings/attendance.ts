import { type CreateBooking, NO_SHOW } from '../../contract/index.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';

/**
 * Returns the status of the request for whether the customer came.
 * @throws ToolError if the platform does not announce it: it would ignore the status, or refuse the whole request.
 */
export async function statusOf(
  isNoShow: boolean,
  { extensions, signal }: ToolContext,
): Promise<Pick<CreateBooking, 'status'>> {
  if (!(await extensions.has('no_shows', signal)))
    throw new ToolError(
      'no_show: this platform does not record that a customer did not come, so nothing was sent. Leave it out; notes can say it.',
    );
  return { status: isNoShow ? NO_SHOW : 'confirmed' };
}
