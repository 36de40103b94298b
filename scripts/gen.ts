/** Updates the generated parts of the documentation; with `--check` only reports whether they are up to date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { GENERATED } from './generated.ts';

const check = process.argv.includes('--check');
const stale = Object.entries(GENERATED).filter(([file, make]) => {
  const current = readFileSync(file, { encoding: 'utf8', flag: check ? 'r' : 'a+' });
  const generated = make(current);
  if (current === generated) return false;
  if (!check) writeFileSync(file, generated);
  return true;
});
for (const [file] of stale) console.log(`${file} ${check ? 'is stale: run npm run gen' : 'was updated'}`);
if (check && stale.length > 0) process.exitCode = 1;
