import { withPlatform } from '../commands/with-platform.ts';
import type { CommandRun } from '../runtime/run.ts';
import { CommandError, UsageError } from '../runtime/usage-error.ts';

/** `calls simulate`: adds an invented call to the demo business. */
export const simulateCall: CommandRun = (run) =>
  withPlatform(run, async (platform) => {
    const { options, print } = run;
    const { scenario } = options;
    const { isDemo, name } = await platform.profile();
    if (!isDemo)
      throw new CommandError(
        `calls simulate adds invented calls, and this database holds ${name}. It works with the demo business only.`,
      );
    const { SIMULATED_SCENARIOS } = await import('../../platform/demo/index.ts');
    if (scenario !== undefined && !SIMULATED_SCENARIOS.includes(scenario)) {
      throw new UsageError(`--scenario must be one of ${SIMULATED_SCENARIOS.join(', ')}.`);
    }
    const call = await platform.calls.simulate(scenario ? { scenario } : {});
    print(`Call ${call.id}: ${call.outcome}, ${call.duration_seconds} s, ${call.transcript.length} turns`);
    if (call.summary) print(call.summary);
  });
