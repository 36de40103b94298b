import { fileURLToPath } from 'node:url';

const PRELOADED = fileURLToPath(new URL('./affected-sqlite.cjs', import.meta.url));

/** An environment in which the program finds a SQLite with the WAL-reset bug, as that of Node 22.22.2. */
export const AFFECTED = { NODE_OPTIONS: `--require ${JSON.stringify(PRELOADED)}` };
