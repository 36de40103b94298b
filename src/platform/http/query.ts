import type * as z from 'zod';
import { issueText } from '../../contract/issue-text.ts';
import { invalid } from './errors.ts';
import { explainIssues } from './issues.ts';

/**
 * Validates the query of a request. Throws a 400 that names the invalid parameter. No value has U+0000, which PostgreSQL does
 * not accept in a text, except the words of a search: they find nothing.
 */
export function readQuery<S extends z.ZodType>(parameters: URLSearchParams, schema: S): z.output<S> {
  for (const name of parameters.keys()) {
    if (parameters.getAll(name).length > 1) throw invalid(`${name.slice(0, 100)}: must be given once`);
    if (name !== 'query' && parameters.get(name)?.includes('\0'))
      throw invalid(`${name.slice(0, 100)}: must not contain U+0000`);
  }
  const parsed = schema.safeParse(Object.fromEntries(parameters), { error: issueText });
  if (!parsed.success) throw invalid(explainIssues(parsed.error.issues));
  return parsed.data;
}
