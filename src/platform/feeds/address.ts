import { API_ROOT } from '../../contract/index.ts';
import { randomText } from '../../lib/ids.ts';

/** Path of all feeds. */
export const FEEDS_PATH = `${API_ROOT}/calendars`;

/** The logger recognises tokens by it: see `stripKeys`. */
const TOKEN_PREFIX = 'rcpt_cal_';
/** Random characters of a token: 200 bits. */
const TOKEN_CHARACTERS = 40;
const FILE_NAME = new RegExp(`^(${TOKEN_PREFIX}[0-9a-z]{${TOKEN_CHARACTERS}})\\.ics$`);

/** Returns a new token: the secret part of the address of a feed. */
export const newFeedToken = (): string => TOKEN_PREFIX + randomText(TOKEN_CHARACTERS);

/** The path of a feed. */
export const feedPath = (token: string): string => `${FEEDS_PATH}/${token}.ics`;

/** Returns the token in a path; undefined if none is there. */
export function tokenIn(path: string): string | undefined {
  return FILE_NAME.exec(path.slice(FEEDS_PATH.length + 1))?.[1];
}
