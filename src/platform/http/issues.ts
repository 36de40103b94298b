import type * as z from 'zod';
import { boundText } from '../../lib/bound-text.ts';

type Issue = z.core.$ZodIssue;

/** Maximum problems in one message; hidden would make it unreadable. */
const MAX_SHOWN = 5;

/**
 * Formats the problems of a body as one line: `contact.email: must be an e-mail address; events: …`. The issues must
 * come from `safeParse` with `reportInput`.
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
  return [`${fieldName(issue.path)}: ${reason(issue)}`];
}

/** The path of a field, such as `contact.email` or `events[0]`; `body` for the whole body. */
function fieldName(path: readonly PropertyKey[]): string {
  const name = path.reduce<string>((parent, part) => {
    if (typeof part === 'number') return `${parent}[${part}]`;
    return parent === '' ? String(part) : `${parent}.${String(part)}`;
  }, '');
  return name === '' ? 'body' : name.length > 100 ? `${name.slice(0, 100)}…` : name;
}

function reason(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeReason(issue);
    case 'invalid_format':
      // The pattern of a time says whether it may have an offset.
      if (issue.format === 'datetime' && issue.pattern?.includes('[+-]')) return WITH_OFFSET;
      return FORMATS[issue.format] ?? 'has the wrong format';
    case 'too_small':
    case 'too_big':
      return boundText(issue);
    default:
      return issue.message;
  }
}

function typeReason(issue: z.core.$ZodIssueInvalidType): string {
  if (issue.input === undefined) return 'is required';
  return `must be ${TYPES[issue.expected] ?? issue.expected}`;
}

const TYPES: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
};

const WITH_OFFSET = 'must be an ISO 8601 time with Z or its offset, such as 2026-03-09T15:30:00+01:00';

const FORMATS: Record<string, string> = {
  datetime: 'must be an ISO 8601 time in UTC such as 2026-03-09T14:30:00Z',
  email: 'must be an e-mail address such as name@example.com',
  url: 'must be a URL such as https://example.com/hooks',
};
