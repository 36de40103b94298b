import type * as z from 'zod';

/**
 * Says what is wrong with a value and what is accepted, in words behind the name of its field: `must be a list`. Pass it to
 * `safeParse` as `error`; a schema's own words take precedence.
 */
export const issueText: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `${issue.input === undefined ? 'is required:' : 'must be'} ${either(issue.values.map(String))}`;
    case 'invalid_format':
      // The pattern of a time says whether it may have an offset.
      if (issue.format === 'datetime' && issue.pattern?.includes('[+-]')) return WITH_OFFSET;
      return FORMATS[issue.format] ?? 'has the wrong format';
    case 'too_small':
    case 'too_big':
      return boundText(issue);
    case 'invalid_union':
      return issue.input === undefined ? 'is required' : unionText(issue.errors.flatMap(([first]) => first ?? []));
    case 'unrecognized_keys':
      return `has no ${issue.keys.join(', ')}`;
    case 'invalid_key':
      return `has a name that ${issue.issues[0]?.message}`;
    default:
      return undefined;
  }
};

/** A value of one of the types has only the problem of that type. */
function unionText(problems: readonly z.core.$ZodIssue[]): string {
  const own = problems.find(({ code }) => code !== 'invalid_type' && code !== 'invalid_value');
  return own?.message ?? `must be ${either(problems.map(({ message }) => message.replace('must be ', '')))}`;
}

const either = (names: readonly string[]) => new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names);

const TYPES: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
  record: 'a JSON object',
};

const WITH_OFFSET = 'must be an ISO 8601 time with Z or its offset, such as 2026-03-09T15:30:00+01:00';

const FORMATS: Record<string, string> = {
  datetime: 'must be an ISO 8601 time in UTC such as 2026-03-09T14:30:00Z',
  email: 'must be an e-mail address such as name@example.com',
  url: 'must be a URL such as https://example.com/hooks',
};

/** A bound that a value does not keep: a part of an issue of zod. */
interface Bound {
  code: 'too_small' | 'too_big';
  /** The kind of the value: `string` and `array` have a length. */
  origin: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
  /** False: the bound itself is excluded. */
  inclusive?: boolean | undefined;
}

const UNITS: Record<string, string> = { string: 'character', array: 'item' };

/** Says what a bound asks for: `must have at least 1 character`, `must be at most 100`, `must be more than 0`. */
export function boundText({ code, origin, minimum, maximum, inclusive = true }: Bound): string {
  const [bound, count] =
    code === 'too_small'
      ? [inclusive ? 'at least' : 'more than', minimum]
      : [inclusive ? 'at most' : 'less than', maximum];
  const unit = UNITS[origin];
  if (unit === undefined) return `must be ${bound} ${count}`;
  return `must have ${bound} ${count} ${unit}${Number(count) === 1 ? '' : 's'}`;
}
