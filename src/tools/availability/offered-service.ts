import type { ToolContext } from '../core/context.ts';
import { mayShow } from '../core/record-kinds.ts';
import type { Named } from '../search/named.ts';
import { switchedOffService } from '../search/record-by-name.ts';
import { identifyService, notOffered } from './known-services.ts';

interface StatedService extends Named {
  active?: boolean | undefined;
}

/**
 * Returns the id of a service that can be booked from an id or a name.
 * @param services all of the business.
 * @throws ToolError as `identifyService`, with those that can be booked; of a service that is switched off, it says that it is.
 */
export async function offeredServiceId(
  text: string,
  services: readonly StatedService[],
  context: ToolContext,
): Promise<string> {
  const offered = services.filter(({ active }) => active !== false);
  const off = await switchedOffService(text, offered, context);
  // An id that the caller knows already is no news of a service.
  if (off && (off.id === text || mayShow('service', context))) throw notOffered(off, context);
  return identifyService(text, offered, true, context);
}
