/** Brings the generated parts of the documentation up to date; with `--check` only says whether they are. */
import { readFileSync, writeFileSync } from 'node:fs';
import { GENERATED } from './generated.ts';

const check = process.argv.includes('--check');
const stale = Object.entries(GENERATED).filter(([file, make]) => {
  const now = readFileSync(file, { encoding: 'utf8', flag: check ? 'r' : 'a+' });
  const made = make(now);
  if (now === made) return false;
  if (!check) writeFileSync(file, made);
  return true;
});
for (const [file] of stale) console.log(`${file} ${check ? 'is stale: run npm run gen' : 'was brought up to date'}`);
if (check && stale.length > 0) process.exitCode = 1;
