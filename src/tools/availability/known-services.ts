import { quoted, say } from '../../lib/sentence.ts';
import { ToolError } from '../core/errors.ts';
import { mayShow, type RecordAccess } from '../core/record-kinds.ts';
import { findByName } from '../search/by-name.ts';

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
    throw new ToolError(say`${quoted(text)} is not a service: give its id.`);
  }
  const named = services.map(({ id, name }) => ({ id, name: name ?? id }));
  try {
    return findByName(text, named, 'service').id;
  } catch (error) {
    if (isComplete) throw error;
    return text;
  }
}
