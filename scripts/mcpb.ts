/** Packs the built program into an MCPB bundle: `npm run mcpb`. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { packBundle } from './bundle.ts';

const OUTPUT = 'build/rcpt-mcp.mcpb';

await packBundle(OUTPUT);
const data = readFileSync(OUTPUT);
console.log(`${OUTPUT}  ${data.length} bytes  sha256 ${createHash('sha256').update(data).digest('hex')}`);
