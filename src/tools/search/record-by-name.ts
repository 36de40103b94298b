import { ApiError, type ApiErrorKind } from '../../api/index.ts';
import type { Service, Staff } from '../../contract/index.ts';
import { noService, notOffered } from '../availability/known-services.ts';
import { readOptionalBusiness } from '../availability/optional-business.ts';
import type { ToolContext } from '../core/context.ts';
import { mayShow, READING_TOOLS } from '../core/record-kinds.ts';
import { allServices, readAll } from './all-records.ts';
import { allByName, exactlyNamed, findByName } from './by-name.ts';
import type { Named } from './named.ts';
import type { AllRecords } from './records-in-call.ts';

/**
 * Returns the id of a service from an id or a name.
 * @throws ToolError if the platform's list has no such service, or several. A platform lists what can be booked: of a
 *   service that is switched off, the error says that it is.
 */
export async function serviceIdOf(text: string, context: ToolContext): Promise<string> {
  const services = await named(allServices(context, context.signal));
  if (!services) return text;
  const off = await switchedOffService(text, services, context);
  if (!off) return findByName(text, services, 'service', listerOf('service', context)).id;
  throw mayShow('service', context) ? notOffered(off, context) : noService(text);
}

/**
 * Returns the switched-off service that a text means, if the platform states them: one that it names as a whole and no
 * service that can be booked, or the only one that has its words.
 * @param offered the services that can be booked
 */
export async function switchedOffService(
  text: string,
  offered: readonly Named[],
  context: ToolContext,
): Promise<Named | undefined> {
  if (exactlyNamed(text, offered).length > 0) return undefined;
  const services = (await readOptionalBusiness(context))?.fields.services ?? [];
  const [found, ...others] = allByName(text, services, 'service');
  return found?.active === false && others.length === 0 ? found : undefined;
}

/**
 * Returns the id of the service of a booking from an id or a name. What looks like an id is not looked up.
 * @throws ToolError as `serviceIdOf`.
 */
export const bookedServiceId = async (text: string, context: ToolContext): Promise<string> =>
  looksLikeId(text) ? text : serviceIdOf(text, context);

/**
 * Returns a staff member from an id or a name. A platform without a list of staff decides itself.
 * @throws ToolError if the list has no such person, or several.
 */
export async function staffOf(text: string, context: ToolContext): Promise<{ id: string; name: string }> {
  const { api, extensions, signal } = context;
  const unknown = { id: text, name: text };
  if (!(await extensions.has('staff', signal))) return unknown;
  const staff = await named(readAll((query) => api.listStaff({ query, signal }), context));
  return staff ? findByName(text, staff, 'staff', listerOf('staff', context)) : unknown;
}

/** Returns the id of a staff member, as `staffOf`. */
export const staffIdOf = async (text: string, context: ToolContext): Promise<string> =>
  (await staffOf(text, context)).id;

/** True for a text that no name looks like: one word with a digit or an underscore. */
export const looksLikeId = (text: string) => /^\S*[\d_]\S*$/.test(text);

/** Returns the tool that lists all records of a kind; null if the caller does not have it. */
const listerOf = (kind: 'service' | 'staff', context: ToolContext) =>
  mayShow(kind, context) ? READING_TOOLS[kind] : null;

/** The key may not read the list, or the platform has none. */
const UNLISTED: ReadonlySet<string> = new Set<ApiErrorKind>(['forbidden', 'not_found']);

/** Returns the records of a list. Undefined if it cannot be read completely, or not at all: what a text means is left to the platform then. */
async function named(
  list: Promise<AllRecords<typeof Service> | AllRecords<typeof Staff>>,
): Promise<Named[] | undefined> {
  try {
    const { complete, records } = await list;
    if (!complete) return undefined;
    return records.flatMap(({ fields: { id, name, ...fields } }) => (id ? [{ ...fields, id, name: name ?? id }] : []));
  } catch (error) {
    if (error instanceof ApiError && UNLISTED.has(error.details.kind)) return undefined;
    throw error;
  }
}
