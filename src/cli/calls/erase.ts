import { CommandError, UsageError } from '../../config/usage-error.ts';
import { quoted, say, trusted } from '../../lib/text/sentence.ts';
import { pluralize } from '../../lib/text/text.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { localTime } from '../../lib/time/local-time.ts';
import { DAY_MS } from '../../lib/time/units.ts';
import type { Platform } from '../../platform/index.ts';
import { withPlatform } from '../commands/with-platform.ts';
import { isAgreed } from '../prompts/agree.ts';
import { requiredArgument } from '../runtime/arguments.ts';
import { followUp } from '../runtime/follow-up.ts';
import type { CommandRun, Run } from '../runtime/run.ts';
import { printJson } from '../terminal/print-json.ts';
import { withProgress } from '../terminal/progress.ts';

const COPIES = 'The recording at the vendor, backups and what was sent to others stay: docs/privacy.md.';

/** `calls erase`: what was said in one call, or in all old ones, is lost for good, so it asks first. */
export const eraseCalls: CommandRun = async (run) => {
  const [id] = run.positionals;
  const days = run.options['older-than-days'];
  if ((id === undefined) === (days === undefined)) {
    throw new UsageError(`Give either the ID of a call, or --older-than-days. Nothing was changed.`);
  }
  await withPlatform(run, (platform) =>
    days === undefined ? eraseOne(run, platform, requiredArgument(run)) : eraseOld(run, platform, days),
  );
};

async function eraseOne(run: Run, platform: Platform, id: string): Promise<void> {
  const call = await platform.calls.find(id);
  if (!call) {
    const latest = followUp(run, 'calls list');
    throw new CommandError(`There is no call ${id}. Nothing was changed. To see the latest: ${latest}`);
  }
  const { timeZone } = await platform.profile();
  const from = call.contact_name ?? call.phone;
  const caller = from ? say` with ${quoted(from)}` : say``;
  const at = trusted(localTime(call.started_at, timeZone));
  const question = say`Erase the call ${trusted(call.id)} on ${at}${caller}? Its telephone number, its summary and all that was said are lost for good.`;
  if (!(await isAgreed(run, String(question)))) return;
  const erased = await platform.erasure.eraseCall(call.id);
  if (run.options.json) return printJson(run, { call_id: call.id, erased });
  run.print(
    `${call.id} is erased, with ${pluralize(erased.reports, 'stored report')} and ${pluralize(erased.events, 'event')}.`,
  );
  run.print(COPIES);
}

async function eraseOld(run: Run, platform: Platform, days: number): Promise<void> {
  const before = systemClock.now() - days * DAY_MS;
  const { timeZone } = await platform.profile();
  const calls = await platform.erasure.countCallsBefore(before);
  const at = localTime(new Date(before).toISOString(), timeZone);
  const question = `Erase ${pluralize(calls, 'call')} from before ${at}? Telephone numbers, summaries and all that was said are lost for good, and what was promised in them is no longer listed.`;
  if (calls > 0 && !(await isAgreed(run, question))) return;
  // Also without any: an erasure that was interrupted can have left events.
  const erased = await withProgress('Erasing calls', platform.erasure.eraseCallsBefore(before));
  if (run.options.json) return printJson(run, { before: new Date(before).toISOString(), erased });
  if (erased.calls === 0 && erased.events === 0) {
    run.print(`No call from before ${at} has anything left to erase.`);
    return;
  }
  const events = pluralize(erased.events, 'event');
  run.print(`Erased: ${pluralize(erased.calls, 'call')}, ${pluralize(erased.reports, 'stored report')} and ${events}.`);
  run.print(COPIES);
}
