import { version } from '../../../package.json';

/** The version of this package, from its one source. */
export const VERSION: string = version;
