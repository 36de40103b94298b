import type * as z from 'zod';
import { formatPath } from '../../lib/field-path.ts';

type Issue = z.core.$ZodIssue;
type FieldFor = (unknown: string) => string | undefined;

/** Maximum problems in one message; hidden would make it unreadable. */
const MAX_SHOWN = 5;

/**
 * Formats the problems of a body as one line: `contact.email: must be an e-mail address; events: …`. The messages of the issues must be
 * those of `issueText`.
 * @param what has the fields
 * @param fieldFor the field that an unknown one stands for
 */
export function explainIssues(issues: readonly Issue[], what = 'this request', fieldFor?: FieldFor): string {
  const problems = issues.flatMap((issue) => explainIssue(issue, what, fieldFor));
  const hidden = problems.length - MAX_SHOWN;
  return problems.slice(0, MAX_SHOWN).join('; ') + (hidden > 0 ? `; and ${hidden} more` : '');
}

function explainIssue(issue: Issue, what: string, fieldFor?: FieldFor): string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const meant = fieldFor?.(key);
      return `${fieldName([...issue.path, key])}: is not a field of ${what}${meant ? ` (did you mean ${meant}?)` : ''}`;
    });
  }
  return [`${fieldName(issue.path)}: ${issue.message}`];
}

/** The path of a field, such as `contact.email` or `events[0]`; `body` for the whole body. */
function fieldName(path: readonly PropertyKey[]): string {
  const name = formatPath(path);
  return name === '' ? 'body' : name.length > 100 ? `${name.slice(0, 100)}…` : name;
}
