import { chosenAction } from '../runtime/arguments.ts';
import type { CommandRun } from '../runtime/run.ts';

/** Creates a command whose first argument names an action. Each action is loaded when it runs. */
export function chooseAction(actions: Readonly<Record<string, () => Promise<CommandRun>>>): CommandRun {
  return async (run) => {
    const { action: load, positionals } = chosenAction(run, actions);
    const action = await load();
    await action({ ...run, positionals });
  };
}
