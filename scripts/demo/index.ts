/** `npm run demo` holds a booking conversation; with `-- --live` a call comes in while the agent is connected. */
import { argv } from 'node:process';

await (argv.includes('--live') ? import('./live.ts') : import('./booking.ts'));
