import { ApiError, type ApiErrorKind, type FetchPage, scan } from '../../api/index.ts';
import type { Service, Staff } from '../../contract/index.ts';
import { notOffered } from '../availability/known-services.ts';
import { readBusiness } from '../availability/shown-hours.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';
import { mayShow, READING_TOOLS } from '../core/record-kinds.ts';
import { allByName, findByName, type Named } from './by-name.ts';

/**
 * Returns the id of a service from an id or a name.
 * @throws ToolError if the platform's list has no such service, or several. A platform lists what can be booked: of a
 *   service that is switched off, the error says that it is.
 */
export async function serviceIdOf(text: string, context: ToolContext): Promise<string> {
  const { api, signal } = context;
  try {
    return await idByName<typeof Service>(text, 'service', (query) => api.listServices({ query, signal }), context);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const off = await switchedOffService(text, context);
    throw off ? notOffered(off, context) : error;
  }
}

/** Returns the switched-off service that an id or a name means and no other does, if the platform states them and the caller may read services. */
export async function switchedOffService(text: string, context: ToolContext): Promise<Named | undefined> {
  if (!mayShow('service', context)) return undefined;
  const services = (await readBusiness(context))?.fields.services ?? [];
  const [found, ...others] = allByName(text, services);
  return found?.active === false && others.length === 0 ? found : undefined;
}

/**
 * Returns the id of the service of a booking from an id or a name. What looks like an id is not looked up.
 * @throws ToolError as `serviceIdOf`.
 */
export const bookedServiceId = async (text: string, context: ToolContext): Promise<string> =>
  looksLikeId(text) ? text : serviceIdOf(text, context);

/**
 * Returns the id of a staff member from an id or a name. A platform without a list of staff decides itself.
 * @throws ToolError if the list has no such person, or several.
 */
export async function staffIdOf(text: string, context: ToolContext): Promise<string> {
  const { api, extensions, signal } = context;
  if (!(await extensions.has('staff', signal))) return text;
  return idByName<typeof Staff>(text, 'staff', (query) => api.listStaff({ query, signal }), context);
}

/** True for a text that no name looks like: one word with a digit or an underscore. */
export const looksLikeId = (text: string) => /^\S*[\d_]\S*$/.test(text);

/** The key may not read the list, or the platform has none. */
const UNLISTED: ReadonlySet<string> = new Set<ApiErrorKind>(['forbidden', 'not_found']);

/**
 * Finds a record in a list. If the list cannot be read completely, or not at all, a text that is not found stays as
 * it is: the platform decides then.
 */
async function idByName<R extends typeof Service | typeof Staff>(
  text: string,
  kind: 'service' | 'staff',
  fetch: FetchPage<R>,
  context: ToolContext,
): Promise<string> {
  const records: Named[] = [];
  try {
    const { complete } = await scan(
      fetch,
      (read) => {
        const { id, name } = read.fields as { id?: string | null; name?: string | null };
        if (id) records.push({ id, name: name ?? id });
      },
      { clock: context.clock },
    );
    if (!complete && !records.some(({ id }) => id === text)) return text;
  } catch (error) {
    if (error instanceof ApiError && UNLISTED.has(error.details.kind)) return text;
    throw error;
  }
  return findByName(text, records, kind, mayShow(kind, context) ? READING_TOOLS[kind] : null).id;
}
