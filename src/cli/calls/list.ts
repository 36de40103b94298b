import type { Call } from '../../contract/index.ts';
import { cleanLine } from '../../lib/text/text.ts';
import { formatCallOffset } from '../../lib/time/call-offset.ts';
import { formatInstant } from '../../lib/time/format.ts';
import { repeatedOffset } from '../../lib/time/local-time.ts';
import { withPlatform } from '../commands/with-platform.ts';
import { followUp } from '../runtime/follow-up.ts';
import type { CommandRun, Run } from '../runtime/run.ts';
import { displayWidth, fitTo } from '../terminal/display-width.ts';
import { painter } from '../terminal/paint.ts';
import { printJson } from '../terminal/print-json.ts';

const MAX_WHO = 30;
const MAX_OUTCOME = 20;

/** `calls list`: the latest calls, by day. */
export const listCalls: CommandRun = async (run) => {
  await withPlatform(run, async (platform) => {
    const calls = await platform.calls.list({ limit: run.options.limit });
    if (run.options.json) return printJson(run, calls);
    if (calls.length === 0)
      return run.print(
        `There are no calls yet. To receive them from a vendor: ${followUp(run, 'calls sources add VENDOR --name NAME')}`,
      );
    const { timeZone } = await platform.profile();
    for (const line of listLines(calls, timeZone, run)) run.print(line);
  });
};

/** The lines of `calls list`: a heading for each day, and a line for each call, cut for a terminal. @param timeZone IANA */
function listLines(calls: readonly Call[], timeZone: string, { isTerminal, colours }: Run): string[] {
  const paint = painter(colours);
  const rows = calls.map((call) => ({ call, who: whoOf(call), outcome: outcomeOf(call), ...startOf(call, timeZone) }));
  const widthOf = (texts: string[], max: number) =>
    Math.min(isTerminal ? max : Number.POSITIVE_INFINITY, Math.max(...texts.map(displayWidth)));
  const whoWidth = widthOf(
    rows.map(({ who }) => who),
    MAX_WHO,
  );
  const timeWidth = Math.max(...rows.map(({ time }) => time.length));
  const outcomeWidth = widthOf(
    rows.map(({ outcome }) => outcome),
    MAX_OUTCOME,
  );
  return rows.flatMap(({ call, who, outcome, day, time }, index) => {
    const heading =
      day === rows[index - 1]?.day
        ? []
        : [...(index > 0 ? [''] : []), paint(`${day}${index > 0 ? '' : ` (${timeZone})`}`, 'title')];
    const cells = [
      time.padEnd(timeWidth),
      call.direction === 'outbound' ? 'out' : 'in ',
      fitTo(who, whoWidth),
      formatCallOffset(call.duration_seconds).padStart(7),
      paint(fitTo(outcome, outcomeWidth), isUnanswered(call) ? 'alert' : 'plain'),
      paint(call.id, 'quiet'),
    ];
    return [...heading, `  ${cells.join('  ')}`];
  });
}

/** No one spoke with the caller, or a call back is due. */
const isUnanswered = ({ status, outcome }: Call) =>
  status !== 'completed' || /callback|voicemail|missed/i.test(outcome ?? '');

const whoOf = ({ contact_name: name, phone }: Call) => cleanLine(name ?? phone ?? 'withheld');
const outcomeOf = ({ outcome, status }: Call) => cleanLine(outcome ?? status).replaceAll('_', ' ');

function startOf({ started_at: instant }: Call, timeZone: string) {
  const local = formatInstant(instant, timeZone);
  return {
    day: local ? `${local.weekday} ${local.local.slice(0, 10)}` : 'unknown day',
    time: local ? local.local.slice(11, 16) + repeatedOffset(local.local, timeZone) : '     ',
  };
}
