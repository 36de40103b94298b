/** The tests of each part of the source, without those of other parts. The longest matching prefix applies. */
const TESTS: Record<string, readonly string[]> = {
  'src/api': ['test/api', 'test/tools/errors.test.ts', 'test/faults/idempotency.test.ts'],
  'src/app': ['test/e2e', 'test/server', 'test/auth', 'test/events', 'test/transport/http.test.ts', 'test/cli'],
  'src/audit': ['test/server/audit.test.ts', 'test/faults/disk.test.ts'],
  'src/cli': ['test/cli', 'test/e2e', 'test/policy'],
  'src/cli/bookings': ['test/cli/bookings', 'test/platform/bookings-export'],
  'src/cli/business': ['test/business'],
  'src/cli/commands': ['test/cli', 'test/e2e', 'test/auth', 'test/tracing', 'test/policy'],
  'src/cli/doctor': ['test/cli/doctor', 'test/platform/doctor.test.ts', 'test/replicas/doctor.test.ts'],
  'src/cli/install': ['test/cli/install'],
  'src/config': ['test/cli', 'test/e2e', 'test/auth', 'test/policy'],
  'src/contract': ['test/contract', 'test/api', 'test/platform', 'test/policy'],
  'src/events': ['test/events', 'test/platform/restored.test.ts', 'test/replicas'],
  'src/imports': ['test/imports', 'test/cli/bookings', 'test/cli/contacts', 'test/app/dashboard'],
  'src/lib': ['test/lib', 'test/api', 'test/platform', 'test/tools', 'test/transport'],
  'src/lib/crypto': ['test/lib', 'test/attacks', 'test/events', 'test/auth', 'test/server/confirm.test.ts'],
  'src/lib/http': ['test/lib', 'test/attacks', 'test/transport', 'test/events', 'test/api'],
  'src/lib/icalendar': ['test/lib/icalendar.test.ts', 'test/platform/feeds', 'test/tools/booking-calendar.test.ts'],
  'src/lib/idempotency': [
    'test/lib/idempotency',
    'test/platform/idempotency.test.ts',
    'test/replicas/idempotency-store.test.ts',
    'test/faults/local-servers.test.ts',
  ],
  'src/lib/postgres': ['test/lib/postgres', 'test/platform/postgres', 'test/replicas'],
  'src/lib/time': ['test/lib', 'test/tools'],
  'src/metrics': ['test/metrics', 'test/transport/metrics.test.ts'],
  'src/platform': ['test/platform', 'test/events/incoming-call.test.ts'],
  'src/platform/auth': ['test/platform', 'test/security'],
  'src/platform/business': ['test/business', 'test/platform'],
  'src/platform/calendars': ['test/platform/calendars'],
  'src/platform/deliveries': [
    'test/platform/deliveries',
    'test/events/incoming-call.test.ts',
    'test/cli/webhooks.test.ts',
  ],
  'src/platform/feeds': ['test/platform/feeds', 'test/cli/calendars', 'test/tools/calendar-feeds.test.ts'],
  'src/platform/outgoing': [
    'test/platform/deliveries',
    'test/platform/calendars',
    'test/attacks/private-network.test.ts',
  ],
  'src/platform/store/postgres': ['test/platform/postgres', 'test/platform'],
  'src/public': ['test/package'],
  'src/server': ['test/server', 'test/transport/handshake.test.ts', 'test/transport/stdio.test.ts', 'test/policy'],
  'src/shared-state': ['test/replicas'],
  'src/tools': [
    'test/tools',
    'test/server',
    'test/attacks',
    'test/scenarios',
    'test/faults/idempotency.test.ts',
    'test/policy',
  ],
  'src/tools/idempotency': [
    'test/tools',
    'test/faults/idempotency.test.ts',
    'test/faults/simultaneous.test.ts',
    'test/faults/unconfirmed.test.ts',
    'test/replicas/idempotency.test.ts',
    'test/server',
  ],
  'src/tools/output': ['test/tools', 'test/security', 'test/attacks', 'test/server/redaction.test.ts', 'test/server'],
  'src/tracing': ['test/tracing', 'test/transport/trace.test.ts', 'test/security/spans.test.ts'],
  'src/transport': ['test/transport', 'test/auth', 'test/attacks', 'test/lib/serve.test.ts', 'test/server'],
  'src/transport/tracing': ['test/tracing', 'test/transport', 'test/security/spans.test.ts'],
};
/** Parts whose tests run on PostgreSQL too, or only there. */
const ON_POSTGRES = /^src\/(platform\/(store|deliveries|admin|business)|lib\/postgres|shared-state)\//;

/** Not mutated: texts of the demo business, and declarations. */
const EXCLUDED = /^src\/platform\/demo\/|\.d\.ts$/;

export const isMutated = (file: string) => /^src\/.*\.ts$/.test(file) && !EXCLUDED.test(file);

/** Returns the paths of the tests of a source file, for vitest. */
export function testsOf(file: string): readonly string[] {
  const prefix = Object.keys(TESTS)
    .filter((part) => file.startsWith(`${part}/`))
    .sort((a, b) => b.length - a.length)[0];
  if (prefix === undefined) throw new Error(`${file}: scripts/mutants/areas.ts names no tests for this folder`);
  return TESTS[prefix] as readonly string[];
}

export const projectsOf = (file: string) => (ON_POSTGRES.test(file) ? ['sqlite', 'postgres'] : ['sqlite']);

/** The order in which changes are tested: those of one part together, those that need PostgreSQL last. */
export const byPart = (a: { file: string }, b: { file: string }) =>
  projectsOf(a.file).length - projectsOf(b.file).length || (a.file > b.file ? -1 : 1);
