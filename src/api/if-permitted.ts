import { ApiError } from './errors.ts';

/**
 * Reads what an answer can do without. Undefined if the key may not read it, or the platform has no such endpoint or record.
 * @throws ApiError
 */
export async function ifPermitted<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ApiError && ['forbidden', 'not_found'].includes(error.details.kind)) return undefined;
    throw error;
  }
}
