import { CommandError } from '../../config/usage-error.ts';
import { cleanLine, truncate } from '../../lib/text/text.ts';
import type { CallReportInfo, CallSourceInfo } from '../../platform/index.ts';
import { formatMinute } from '../commands/manage.ts';
import { withPlatform } from '../commands/with-platform.ts';
import { painted } from '../doctor/render.ts';
import { requiredArgument } from '../runtime/arguments.ts';
import { followUp } from '../runtime/follow-up.ts';
import type { CommandRun, Run } from '../runtime/run.ts';
import { printJson } from '../terminal/print-json.ts';
import { recordTable } from '../terminal/table.ts';
import { wrapText } from '../terminal/wrap.ts';
import { requireSource, sourceNotFound } from './find-source.ts';
import { reportJson } from './source-json.ts';

const WIDTH = 100;
const CALL_WIDTH = 21;
const EVENT_WIDTH = 16;
const NAME_WIDTH = 16;
const REASON_WIDTH = 40;
/** SGR colours (ECMA-48). */
const COLOURS: Record<CallReportInfo['status'], number> = { understood: 32, pending: 36, kept: 33, failed: 31 };

/** `calls sources log`: the last deliveries, and what became of each. */
export const showLog: CommandRun = async (run) => {
  const [id] = run.positionals;
  await withPlatform(run, async (platform) => {
    const { limit, json } = run.options;
    const sources = id === undefined ? await platform.callSources.list() : [await requireSource(platform, run, id)];
    const reports = await platform.callSources.log(id === undefined ? { limit } : { sourceId: id, limit });
    if (!reports) throw sourceNotFound(run, id ?? '');
    if (json) return printJson(run, { reports: reports.map(reportJson), refused: refusals(sources) });
    if (reports.length === 0) run.print('No report has arrived yet.');
    else for (const line of logLines(reports, id === undefined ? sources : undefined, run)) run.print(line);
    for (const line of refusalLines(sources, id === undefined, run)) run.print(line);
  });
};

/** `calls sources replay`: reads a stored report again, after a new version understands it or an API key was replaced. */
export const replayReport: CommandRun = async (run) => {
  const id = requiredArgument(run);
  await withPlatform(run, async (platform) => {
    const report = await platform.callSources.replay(id);
    if (!report) {
      throw new CommandError(
        `There is no report ${id} that can be replayed: the body of a report is deleted after 30 days. Nothing was changed. To see the reports: ${followUp(run, 'calls sources log')}`,
      );
    }
    if (run.options.json) return printJson(run, reportJson(report));
    const outcome = report.problem === null ? '' : ` ${cleanLine(report.problem)}`;
    run.print(`Report ${report.id} of ${report.callId ?? 'no call'} is ${report.status}.${outcome}`);
  });
};

/** @param sources is set if reports of all sources are shown. */
function logLines(
  reports: readonly CallReportInfo[],
  sources: readonly CallSourceInfo[] | undefined,
  { colours, isTerminal }: Run,
): string[] {
  const names = new Map(sources?.map(({ id, name }) => [id, name]));
  const rows = reports.map((report) => [
    report.status,
    report.receivedAt.slice(0, 19).replace('T', ' '),
    report.id,
    cleanLine(sources ? (names.get(report.sourceId) ?? report.sourceId) : (report.event ?? '')),
    cleanLine(report.callId ?? report.callReference ?? ''),
  ]);
  const about = sources ? (['source', NAME_WIDTH] as const) : (['event', EVENT_WIDTH] as const);
  const head = ['status', 'time (UTC)', 'report', about, ['call', CALL_WIDTH]] as const;
  const [title = '', line = '', ...lines] = recordTable(head, rows, { isTerminal });
  return [
    title,
    line,
    ...lines.flatMap((text, index) => {
      const { status, problem } = reports[index] as CallReportInfo;
      const first = colours ? painted(status, COLOURS[status]) + text.slice(status.length) : text;
      const notes = problem === null ? [] : wrapText(cleanLine(problem), WIDTH - 2).map((note) => `  ${note}`);
      return [first, ...notes.map((note) => (isTerminal ? truncate(note, WIDTH) : note))];
    }),
  ];
}

const refusals = (sources: readonly CallSourceInfo[]) =>
  sources.flatMap(({ id, refused }) =>
    refused.map(({ reason, count, lastAt }) => ({ source_id: id, reason, count, last_at: lastAt })),
  );

/** Deliveries that are not genuine, or cannot be read: their content is not kept. */
function refusalLines(sources: readonly CallSourceInfo[], isAll: boolean, run: Run): string[] {
  const rows = refusals(sources).map(({ source_id, reason, count, last_at }) => [
    cleanLine(reason),
    String(count),
    formatMinute(last_at),
    ...(isAll ? [source_id] : []),
  ]);
  if (rows.length === 0) return [];
  const head = [['refused because of', REASON_WIDTH], 'count', 'last (UTC)', ...(isAll ? ['source'] : [])] as const;
  return ['', ...recordTable(head, rows, run)];
}
