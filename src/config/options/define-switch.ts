import type { Option } from './option.ts';
import { boolean } from './value-types.ts';

/** Declares a row whose value is false, unless it is set. */
export const defineSwitch = <const Name extends string>(
  row: Pick<Option<Name>, 'name' | 'env' | 'description' | 'commands'>,
): Option<Name, boolean> & { default: boolean } => ({
  flag: true,
  type: boolean(),
  default: false,
  example: 'true',
  ...row,
});
