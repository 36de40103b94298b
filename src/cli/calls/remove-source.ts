import { quoted, say } from '../../lib/text/sentence.ts';
import { withPlatform } from '../commands/with-platform.ts';
import { isAgreed } from '../prompts/agree.ts';
import { requiredArgument } from '../runtime/arguments.ts';
import type { CommandRun } from '../runtime/run.ts';
import { printJson } from '../terminal/print-json.ts';
import { requireSource, sourceNotFound } from './find-source.ts';
import { sourceJson } from './source-json.ts';

/** `calls sources remove`: reports of the source are refused afterwards, so it asks first. */
export const removeSource: CommandRun = async (run) => {
  const id = requiredArgument(run);
  await withPlatform(run, async (platform) => {
    const source = await requireSource(platform, run, id);
    const question = String(
      say`Remove source ${id} (${quoted(source.name)})? Its calls stay; further reports of it are refused.`,
    );
    if (!(await isAgreed(run, question))) return;
    if (!(await platform.callSources.remove(id))) throw sourceNotFound(run, id);
    if (run.options.json) return printJson(run, { removed: sourceJson(source) });
    run.print(`Source ${id} is removed; its calls stay. Remove its address at the vendor too.`);
  });
};
