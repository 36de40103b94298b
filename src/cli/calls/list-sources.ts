import { cleanLine } from '../../lib/text/text.ts';
import type { CallSourceInfo } from '../../platform/index.ts';
import { formatMinute } from '../commands/manage.ts';
import { withPlatform } from '../commands/with-platform.ts';
import { followUp } from '../runtime/follow-up.ts';
import type { CommandRun } from '../runtime/run.ts';
import { printJson } from '../terminal/print-json.ts';
import { recordTable } from '../terminal/table.ts';
import { sourceJson } from './source-json.ts';

const NAME_WIDTH = 18;
const HEAD = ['id', 'vendor', ['name', NAME_WIDTH], 'last report (UTC)', 'reports', 'problems', 'refused'] as const;

/** `calls sources list`. */
export const listSources: CommandRun = async (run) => {
  await withPlatform(run, async (platform) => {
    const sources = await platform.callSources.list();
    if (run.options.json) return printJson(run, sources.map(sourceJson));
    if (sources.length === 0) {
      return run.print(
        `There are no sources yet. To make one: ${followUp(run, 'calls sources add vapi --name "front desk"')}`,
      );
    }
    for (const line of recordTable(HEAD, sources.map(row), run)) run.print(line);
    for (const { id, previousSecretUntil } of sources) {
      if (previousSecretUntil)
        run.print(`${id} also accepts its previous secret until ${formatMinute(previousSecretUntil)} UTC.`);
    }
  });
};

function row({ id, vendor, name, lastReportAt, counts, refused }: CallSourceInfo): string[] {
  const { understood, kept, pending, failed } = counts;
  const refusals = refused.reduce((sum, { count }) => sum + count, 0);
  return [
    id,
    vendor,
    cleanLine(name),
    formatMinute(lastReportAt),
    String(understood + kept + pending + failed),
    String(kept + failed),
    String(refusals),
  ];
}
