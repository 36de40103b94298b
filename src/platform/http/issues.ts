import type * as z from 'zod';

type Issue = z.core.$ZodIssue;

/** Maximum problems in one message; hidden would make it unreadable. */
const MAX_SHOWN = 5;

/**
 * Formats the problems of a body as one line: `contact.email: must be an e-mail address; events: …`. The messages of the issues must be
 * those of `issueText`.
 * @param what has the fields
 */
export function explainIssues(issues: readonly Issue[], what = 'this request'): string {
  const problems = issues.flatMap((issue) => explainIssue(issue, what));
  const hidden = problems.length - MAX_SHOWN;
  return problems.slice(0, MAX_SHOWN).join('; ') + (hidden > 0 ? `; and ${hidden} more` : '');
}

function explainIssue(issue: Issue, what: string): string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${fieldName([...issue.path, key])}: is not a field of ${what}`);
  }
  return [`${fieldName(issue.path)}: ${issue.message}`];
}

/** The path of a field, such as `contact.email` or `events[0]`; `body` for the whole body. */
function fieldName(path: readonly PropertyKey[]): string {
  const name = path.reduce<string>((parent, part) => {
    if (typeof part === 'number') return `${parent}[${part}]`;
    return parent === '' ? String(part) : `${parent}.${String(part)}`;
  }, '');
  return name === '' ? 'body' : name.length > 100 ? `${name.slice(0, 100)}…` : name;
}
