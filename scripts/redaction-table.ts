import {
  falsePositives,
  HALVES,
  type Half,
  LANGUAGES,
  precision,
  readCorpus,
  recall,
  score,
} from '../test/support/redaction-corpus.ts';
import { table } from './markdown.ts';

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** Recall and precision of `--redact` for each language and half of its corpus. */
export function redactionTable(halves: readonly Half[] = HALVES): string {
  const corpus = readCorpus();
  const rows = halves.flatMap((half) => {
    const cases = corpus.filter((one) => one.half === half);
    const row = (name: string, part: typeof cases) => {
      const result = score(part);
      return [
        half.replace('_', ' '),
        name,
        `${result.masked} of ${result.sensitive}`,
        percent(recall(result)),
        `${result.changed} of ${result.harmless}`,
        percent(falsePositives(result)),
        percent(precision(result)),
      ];
    };
    const byLanguage = Object.entries(LANGUAGES).map(([language, name]) =>
      row(
        name,
        cases.filter((one) => one.language === language),
      ),
    );
    return [...byLanguage, row('all', cases)];
  });
  return table(['half', 'language', 'masked', 'recall', 'harmless changed', 'share', 'precision'], rows);
}
