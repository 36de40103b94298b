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
