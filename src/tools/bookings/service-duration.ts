import type { CreateBooking } from '../../contract/index.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';

/**
 * Returns the field of the request that gives a booking the present duration of its service.
 * @throws ToolError if the platform does not announce it: it would ignore the field, or refuse the whole request.
 */
export async function durationOf({
  extensions,
  signal,
}: ToolContext): Promise<Pick<CreateBooking, 'use_service_duration'>> {
  if (await extensions.announcesForCertain('service_duration', signal)) return { use_service_duration: true };
  throw new ToolError(
    'use_service_duration: this platform does not change the length of a booking, so nothing was sent. Leave it out.',
  );
}
