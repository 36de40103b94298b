import { ApiError } from '../../api/index.ts';

/** Returns the argument that a path in the business file is about, such as `opening_hours` of `staff.0.opening_hours`. */
export const argumentOf = (path: readonly PropertyKey[]) =>
  path.findLast((part) => typeof part === 'string') ?? 'the business';

/** A path at the start of a problem, such as `services.0.price: ` or `business.services[0].price: `. */
const PATH = /(?<=^|; )[a-z_]+(?:\.[a-z_]+|\.\d+|\[\d+\])+(?=: )/g;

/** Sends a plan. A refusal names the arguments of the tool, not the paths of the business file that the caller does not see. */
export async function refusedByArgument<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof ApiError) || error.details.kind !== 'bad_request') throw error;
    const { platformMessage, ...details } = error.details;
    const message = platformMessage?.replace(PATH, (path) => argumentOf(path.match(/[a-z_]+/g) ?? []));
    throw new ApiError({ ...details, ...(message ? { platformMessage: message } : {}) }, { cause: error.cause });
  }
}
