import { quoted, type Sentence, say, trusted } from '../../lib/text/sentence.ts';
import { ToolError } from '../core/errors.ts';
import { mayShow, type RecordAccess } from '../core/record-kinds.ts';
import { findByName } from '../search/by-name.ts';
import type { Named } from '../search/named.ts';

/**
 * Returns the id of a service from an id or a name.
 * @param isComplete whether these are all services; otherwise a text that is not found is returned as it is.
 * @throws ToolError if it is none of the services, which are named if the caller may read services, or several.
 */
export function identifyService(
  text: string,
  services: readonly { id: string; name?: string | undefined }[],
  isComplete: boolean,
  access: RecordAccess,
): string {
  if (services.some(({ id }) => id === text)) return text;
  if (!mayShow('service', access)) {
    if (!isComplete) return text;
    throw noService(text);
  }
  const named = services.map((service) => ({ ...service, name: service.name ?? service.id }));
  try {
    return findByName(text, named, 'service').id;
  } catch (error) {
    if (isComplete) throw error;
    return text;
  }
}

/** Returns the refusal of a text that is no service, for a caller that may not read services. */
export const noService = (text: string) => new ToolError(say`${quoted(text)} is not a service: give its id.`);

/** Says of a service that exists that the business does not offer it at present. */
export function switchedOff({ id, name }: Named, access: RecordAccess): Sentence {
  const service = mayShow('service', access) && name !== id ? say`${quoted(name)} (${id})` : say`${id}`;
  return say`The service ${service} is switched off: it cannot be booked.`;
}

/** Returns the refusal of such a service. */
export function notOffered(service: Named, access: RecordAccess): ToolError {
  const isShown = mayShow('service', access);
  const others = isShown ? ' list_services has those that can be booked.' : '';
  const again = access.offered.includes('update_service') ? ' update_service with active true offers it again.' : '';
  return new ToolError(say`${switchedOff(service, access)}${trusted(others + again)}`);
}
