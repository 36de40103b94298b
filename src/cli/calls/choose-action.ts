import { suggestName } from '../options/nearest.ts';
import type { CommandRun } from '../runtime/run.ts';
import { UsageError } from '../runtime/usage-error.ts';

/** Creates a command whose first argument names an action. Each action is loaded when it runs. */
export function chooseAction(
  command: string,
  actions: Readonly<Record<string, () => Promise<CommandRun>>>,
): CommandRun {
  return async (run) => {
    const [name, ...positionals] = run.positionals;
    const names = Object.keys(actions);
    if (name === undefined) throw new UsageError(`${command} needs one of ${names.join(', ')}. See rcpt-mcp --help.`);
    const load = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!load) throw new UsageError(`"${command} ${name}" is not a command. ${suggestName(name, names)}`);
    const action = await load();
    await action({ ...run, positionals });
  };
}
