import { type CreateBooking, NO_SHOW } from '../../contract/index.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';

/** What a change says about whether the customer came, with its other fields. */
interface ChangedAttendance {
  no_show: boolean;
  start_time?: string | undefined;
}

/**
 * Returns the status of the request for whether the customer came. Hosts fill in absent options with false, so that false undoes
 * a no-show only where this can be meant: not in a move, which the platform refuses for a no-show.
 * @throws ToolError if the platform does not announce it: it would ignore the status, or refuse the whole request.
 */
export async function statusOf(
  { no_show: isNoShow, ...others }: ChangedAttendance,
  { extensions, signal }: ToolContext,
): Promise<Pick<CreateBooking, 'status'>> {
  const isAlone = Object.keys(others).length === 0;
  const isRefusable = isNoShow || isAlone;
  if (await (isRefusable ? extensions.announcesForCertain : extensions.has)('no_shows', signal)) {
    if (isNoShow) return { status: NO_SHOW };
    return others.start_time === undefined ? { status: 'confirmed' } : {};
  }
  if (isNoShow)
    throw new ToolError(
      'no_show: this platform does not record that a customer did not come, so nothing was sent. Leave it out; notes can say it.',
    );
  if (!isAlone) return {};
  throw new ToolError(
    'no_show: this platform does not record that a customer did not come, so there is nothing to undo, and nothing was sent.',
  );
}
