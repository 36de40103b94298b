import { latency, rush } from './load.ts';
import { median, table } from './numbers.ts';
import { cpuMicros } from './process.ts';

/** A server under measurement. Only ratios between subjects of one run are meaningful. */
export interface Subject {
  name: string;
  call: () => Promise<unknown>;
  /** The process whose processor time is counted; undefined for the upstream alone. */
  pid?: number | undefined;
  /** The name of the subject that it is compared with. */
  against?: string;
}

interface Samples {
  p50: number[];
  cpu: number[];
  perSecond: number[];
  busyCpu: number[];
}

export interface Effort {
  rounds: number;
  calls: number;
  rushMs: number;
}

export const IN_FLIGHT = 32;
const WARM_UP_CALLS = 1_000;

/** Measures all subjects alternately, so that other load affects them equally, and returns a table of medians. */
export async function compare(subjects: readonly Subject[], effort: Effort): Promise<string> {
  const all = new Map<string, Samples>();
  for (const { name, call } of subjects) {
    await rush(call, 1, { calls: WARM_UP_CALLS });
    await rush(call, IN_FLIGHT, { ms: 500 });
    all.set(name, { p50: [], cpu: [], perSecond: [], busyCpu: [] });
  }
  for (let round = 0; round < effort.rounds; round++) {
    for (const subject of subjects) await sample(subject, all.get(subject.name) as Samples, effort);
  }
  const rows = subjects.map(({ name, against }) => row(name, all.get(name) as Samples, all.get(against ?? '')));
  return table(['', 'p50 µs', '×', 'CPU µs', '×', 'calls/s', '×', 'CPU µs busy', '×'], rows);
}

async function sample({ call, pid }: Subject, target: Samples, { calls, rushMs }: Effort): Promise<void> {
  const idle = cpuMicros(pid);
  target.p50.push(await latency(call, calls));
  const before = cpuMicros(pid);
  target.cpu.push((before - idle) / calls);
  const { done, perSecond } = await rush(call, IN_FLIGHT, { ms: rushMs });
  target.perSecond.push(perSecond);
  target.busyCpu.push((cpuMicros(pid) - before) / done);
}

function row(name: string, samples: Samples, base: Samples | undefined): string[] {
  const keys = ['p50', 'cpu', 'perSecond', 'busyCpu'] as const;
  // Ratios within a round, not of medians, because the machine's speed changes between rounds.
  const ratio = (key: (typeof keys)[number]) =>
    base ? digits(median(samples[key].map((value, index) => value / (base[key][index] ?? Number.NaN))), 2) : '';
  return [name, ...keys.flatMap((key) => [digits(median(samples[key])), ratio(key)])];
}

const digits = (value: number, count = 0) => (Number.isFinite(value) ? value.toFixed(count) : '–');
