/**
 * Measures `--redact` on its corpus: `npx tsx scripts/redaction-report.ts`. With `--failures` it lists the cases of the
 * tuning half that are not as they should be; those of the other half must not be read while rules are changed.
 */
import { HALVES, isRight, levelsOf, readCorpus, redactCase } from '../test/support/redaction-corpus.ts';
import { redactionTable } from './redaction-table.ts';

if (process.argv.includes('--failures')) {
  for (const one of readCorpus().filter(({ half }) => half === HALVES[0])) {
    for (const level of levelsOf(one)) {
      const masked = redactCase(one, level);
      if (isRight(one, masked)) continue;
      const original = one.parts.map(({ text }) => text).join(' / ');
      console.log(
        `${one.language} ${one.isSensitive ? '' : 'harmless '}${one.kind} ${level}\n  ${original}\n  ${masked.join(' / ')}`,
      );
    }
  }
}
console.log(redactionTable(process.argv.includes('--tuning') ? ['tuning'] : HALVES));
