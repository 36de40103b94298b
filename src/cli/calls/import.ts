import { CommandError } from '../../config/usage-error.ts';
import { cleanLine, pluralize } from '../../lib/text/text.ts';
import { refuseDemo } from '../commands/refuse-demo.ts';
import { withPlatform } from '../commands/with-platform.ts';
import { requiredArgument } from '../runtime/arguments.ts';
import { explainPartialImport, interruption, leftOut } from '../runtime/partial-import.ts';
import type { CommandRun } from '../runtime/run.ts';
import { printJson } from '../terminal/print-json.ts';
import { createProgress } from '../terminal/progress.ts';
import { wrapText } from '../terminal/wrap.ts';
import { type ImportTally, importReports } from './import-reports.ts';
import { NOT_JSON } from './read-report.ts';
import { checkLinesFile } from './report-lines.ts';

const WIDTH = 100;
const MAX_SHOWN = 20;
const count = (number: number) => number.toLocaleString('en-US');

/** `calls import`: calls of before, one report on each line. What is imported already is unchanged. */
export const importCalls: CommandRun = async (run) => {
  const { 'dry-run': dryRun, json } = run.options;
  const path = requiredArgument(run);
  const size = await checkLinesFile(path);
  await withPlatform(run, async (platform) => {
    await refuseDemo(platform, run, 'calls');
    const { calls, team } = platform;
    const progress = createProgress();
    let done = '0 lines';
    const throwIfInterrupted = dryRun ? undefined : interruption();
    const importing = importReports({
      path,
      country: team.defaultCountry,
      process: (reports) => calls.importBatch(reports, { dryRun }),
      onProgress: ({ lines }, bytes) => {
        done = `${count(lines)} ${lines === 1 ? 'line' : 'lines'}, ${percent(bytes, size)} of the file`;
        progress.show(done);
        throwIfInterrupted?.();
      },
    }).finally(() => progress.clear());
    const { isOther, ...tally } = await (dryRun ? importing : explainPartialImport(importing, () => done));
    // Also if nothing was added: a run before this one can have been killed before it came to this.
    if (!dryRun && tally.lines > tally.refused) await calls.orderByStart();
    if (json) printJson(run, { file: path, applied: !dryRun, ...tally });
    else if (isOther && tally.lines > 0) throw new CommandError(`${path}: each line ${NOT_JSON}. Nothing was changed.`);
    else for (const line of reportTally(path, tally, dryRun)) run.print(line);
    if (tally.refused > 0) throw new CommandError(refusal(tally, dryRun));
  });
};

const percent = (bytes: number, size: number) =>
  `${size > 0 ? Math.min(100, Math.floor((100 * bytes) / size)) : 100} %`;

function refusal({ refused, added, changed }: ImportTally, dryRun: boolean): string {
  const lines = pluralize(refused, 'line');
  return dryRun ? `${lines} cannot be imported. Nothing was changed.` : leftOut(lines, added + changed > 0);
}

function reportTally(path: string, tally: ImportTally, dryRun: boolean): string[] {
  const lines = tally.lines === 1 ? 'line' : 'lines';
  return [
    `${dryRun ? 'An import would do this with' : 'Result for'} ${count(tally.lines)} ${lines} of ${path}:`,
    `  ${count(tally.added)} added`,
    ...undatedLines(tally),
    `  ${count(tally.changed)} changed: the call was known, and the line says more about it`,
    `  ${count(tally.unchanged)} unchanged`,
    `  ${count(tally.refused)} refused`,
    ...withheldLines(tally),
    ...problemLines(tally),
  ];
}

function undatedLines({ undated }: ImportTally): string[] {
  if (undated === 0) return [];
  const [state, have] = undated === 1 ? ['states', 'it has'] : ['state', 'they have'];
  return [`    ${count(undated)} of them ${state} no time: ${have} that of the import`];
}

function withheldLines({ withheld }: ImportTally): string[] {
  if (withheld === 0) return [];
  const state = withheld === 1 ? 'line states' : 'lines state';
  return ['', `${count(withheld)} ${state} a phone that is withheld or no number: it is left out.`];
}

function problemLines({ problems, refused }: ImportTally): string[] {
  if (refused === 0) return [];
  const shown = problems.slice(0, MAX_SHOWN);
  const lines = shown.flatMap(({ line, text }) =>
    wrapText(cleanLine(`line ${line}: ${text}`), WIDTH - 4).map(
      (part, index) => `${index === 0 ? '  ' : '    '}${part}`,
    ),
  );
  const more = refused - shown.length;
  return ['', 'Refused:', ...lines, ...(more > 0 ? [`  and ${count(more)} more; --json lists up to 1,000`] : [])];
}
