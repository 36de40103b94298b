import { DEFAULT_PAGE, DEFAULT_PER_PAGE, MAX_PER_PAGE } from '../../contract/index.ts';
import type { PageRequest } from '../store/paging.ts';
import { invalid } from './errors.ts';

/** Parses `page` and `per_page` of a list request. Throws a 400 that names the invalid parameter. */
export function readPageQuery(parameters: URLSearchParams): PageRequest {
  return {
    page: readParameter(parameters, 'page', DEFAULT_PAGE, Number.MAX_SAFE_INTEGER),
    perPage: readParameter(parameters, 'per_page', DEFAULT_PER_PAGE, MAX_PER_PAGE),
  };
}

function readParameter(parameters: URLSearchParams, name: string, defaultValue: number, max: number): number {
  const values = parameters.getAll(name);
  if (values.length === 0) return defaultValue;
  const [value] = values;
  if (values.length > 1 || value === undefined) throw invalid(`${name}: must be given once`);
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (number >= 1 && number <= max) return number;
  const range = max === MAX_PER_PAGE ? ` to ${max}` : ' or more';
  throw invalid(`${name}: must be a whole number, 1${range}`);
}
