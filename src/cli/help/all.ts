import type { CommandPath } from '../../config/options/usage.ts';
import { CALLS_HELP } from './calls.ts';
import type { CommandHelp } from './command-help.ts';
import { CONNECT_HELP } from './connect.ts';
import { OPERATE_HELP } from './operate.ts';
import { PRACTICE_HELP } from './practice.ts';
import { SERVE_HELP } from './serve.ts';

/** The help of every command. */
export const HELP: Readonly<Record<CommandPath, CommandHelp>> = {
  ...SERVE_HELP,
  ...CONNECT_HELP,
  ...PRACTICE_HELP,
  ...CALLS_HELP,
  ...OPERATE_HELP,
};
