import type * as z from 'zod';

type Issue = z.core.$ZodIssue;

/** Problems told at once; the rest would bury them. */
const MAX_SHOWN = 5;

/**
 * What is wrong with a body in one line: `contact.email: must be an e-mail address; events: …`. The issues must
 * have been reported with their input.
 */
export function explainIssues(issues: readonly Issue[]): string {
  const sentences = issues.flatMap(explainIssue);
  const more = sentences.length - MAX_SHOWN;
  return sentences.slice(0, MAX_SHOWN).join('; ') + (more > 0 ? `; and ${more} more` : '');
}

function explainIssue(issue: Issue): string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${fieldName([...issue.path, key])}: is not a field of this request`);
  }
  return [`${fieldName(issue.path)}: ${reason(issue)}`];
}

/** `contact.email`, `events[0]`, and `body` for the whole. */
function fieldName(path: readonly PropertyKey[]): string {
  const name = path.reduce<string>((before, part) => {
    if (typeof part === 'number') return `${before}[${part}]`;
    return before === '' ? String(part) : `${before}.${String(part)}`;
  }, '');
  return name === '' ? 'body' : name.length > 100 ? `${name.slice(0, 100)}…` : name;
}

function reason(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeReason(issue);
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'has the wrong format';
    case 'too_small':
      return `must ${amount('at least', issue.minimum, issue.origin)}`;
    case 'too_big':
      return `must ${amount('at most', issue.maximum, issue.origin)}`;
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

const FORMATS: Record<string, string> = {
  datetime: 'must be an ISO 8601 time in UTC such as 2026-03-09T14:30:00Z',
  email: 'must be an e-mail address such as name@example.com',
  url: 'must be a URL such as https://example.com/hooks',
};

/** `have at least 1 character`, `be at most 100`. */
function amount(bound: string, count: number | bigint, origin: string): string {
  const unit = UNITS[origin];
  if (unit === undefined) return `be ${bound} ${count}`;
  return `have ${bound} ${count} ${unit}${Number(count) === 1 ? '' : 's'}`;
}

const UNITS: Record<string, string> = { string: 'character', array: 'item' };
