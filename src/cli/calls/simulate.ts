import { CommandError, UsageError } from '../../config/usage-error.ts';
import { commandLine } from '../../lib/command-line.ts';
import type { Platform } from '../../platform/index.ts';
import { withPlatform } from '../commands/with-platform.ts';
import { nearestName } from '../parser/nearest.ts';
import { followUp } from '../runtime/follow-up.ts';
import type { CommandRun, Run } from '../runtime/run.ts';

/** `calls simulate`: adds an invented call to the demo business. With `--list` it only lists the scenarios. */
export const simulateCall: CommandRun = async (run) => {
  if (run.options.list) return listScenarios(run);
  const { scenario } = run.options;
  if (scenario !== undefined) await checkScenario(scenario);
  return withPlatform(run, (platform) => simulate(platform, run), { mayCreate: true });
};

async function simulate(platform: Platform, { options: { scenario }, print }: Run): Promise<void> {
  const { isDemo, name } = await platform.profile();
  if (!isDemo)
    throw new CommandError(
      `calls simulate adds invented calls, and this database holds ${name}. It works with the demo business only.`,
    );
  const call = await platform.calls.simulate(scenario ? { scenario } : {});
  print(`Call ${call.id}: ${call.outcome}, ${call.duration_seconds} s, ${call.transcript.length} turns`);
  if (call.summary) print(call.summary);
}

async function listScenarios(run: Run): Promise<void> {
  const { options, print } = run;
  const { CALL_OUTCOMES, SIMULATED_SCENARIOS, scenarioOf } = await import('../../platform/demo/index.ts');
  const scenarios = SIMULATED_SCENARIOS.toSorted().flatMap((name) => {
    const { outcome, language = 'en' } = scenarioOf(name) ?? {};
    return outcome ? [{ scenario: name, outcome, language }] : [];
  });
  if (options.json) return print(JSON.stringify(scenarios));
  for (const [outcome, meaning] of Object.entries(CALL_OUTCOMES)) {
    const names = scenarios.filter((one) => one.outcome === outcome);
    if (names.length > 0) print(`${outcome}: ${meaning}`);
    for (const { scenario, language } of names) print(`  ${scenario}${language === 'en' ? '' : ` (${language})`}`);
  }
  print(`To simulate one of them: ${followUp(run, 'calls simulate --scenario NAME')}`);
}

/** @throws UsageError */
async function checkScenario(name: string): Promise<void> {
  const { SIMULATED_SCENARIOS } = await import('../../platform/demo/index.ts');
  if (SIMULATED_SCENARIOS.includes(name)) return;
  const nearest = nearestName(name, SIMULATED_SCENARIOS);
  throw new UsageError(
    `--scenario: no call can be simulated from "${name}". ${nearest ? `Did you mean ${nearest}? ` : ''}To see all scenarios: ${commandLine('calls simulate --list')}`,
  );
}
