/** A process that fetches calls on the database of the first argument, with the settings of the second. Prints `ready`. */
import { openPlatform } from '../../../src/platform/index.ts';

const [database = '', settings = '{}'] = process.argv.slice(2);
const platform = await openPlatform({ database, callFetches: JSON.parse(settings) });
console.log('ready');
process.stdin.on('end', () => void platform.close()).resume();
