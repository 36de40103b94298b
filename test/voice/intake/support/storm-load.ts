import { setTimeout as pause } from 'node:timers/promises';
import { genericSource } from '../../support/generic-source.ts';

/** A source of the storm, with its signing secret. */
export interface StormSource {
  id: string;
  secret: string;
}

/** One report of a call. Each call has two: what was said, and what an analysis adds. */
export interface StormReport {
  source: StormSource;
  callReference: string;
  body: string;
  /** True if it is sent to both processes at the same time. */
  isDoubled: boolean;
  /** The id of the call in each answer that acknowledged it; null before the call is recorded. */
  acknowledged: (string | null)[];
}

/** What the senders saw. */
export interface StormCounts {
  /** Attempts without an answer, because the process was killed or starting. */
  unanswered: number;
  /** Answers that say that the report is stored already. */
  repeated: number;
}

const RETRY_MS = 20;

/** The reports of `calls` calls, two each, in random order, a fifth of them doubled. */
export function stormReports(sources: readonly StormSource[], calls: number, random: () => number): StormReport[] {
  const reports = Array.from({ length: calls }, (_, index) => {
    const source = sources[index % sources.length] as StormSource;
    return [said(index), analysis(index)].map((report) => ({
      source,
      callReference: callReferenceOf(index),
      body: JSON.stringify(report),
      isDoubled: random() < 1 / 5,
      acknowledged: [],
    }));
  }).flat();
  return shuffle(reports, random);
}

const callReferenceOf = (index: number) => `storm-${index}`;

/** What the call with this index must have when both reports have arrived. */
export const expectedCall = (index: number) => ({
  reference: callReferenceOf(index),
  summary: `Summary ${index}`,
  turns: [`Question ${index}`, `Answer ${index}`],
  fields: { number: index },
});

function said(index: number) {
  const [question, reply] = expectedCall(index).turns;
  return {
    event: 'ended',
    call_id: callReferenceOf(index),
    phone: `+1212555${String(index % 10_000).padStart(4, '0')}`,
    started_at: '2199-01-07T15:00:00Z',
    duration_seconds: 30,
    turns: [
      { speaker: 'receptionist', text: question, offset_seconds: 1 },
      { speaker: 'caller', text: reply, offset_seconds: 4 },
    ],
  };
}

function analysis(index: number) {
  const { summary, fields } = expectedCall(index);
  return { event: 'ended', call_id: callReferenceOf(index), summary, fields };
}

/**
 * Sends reports as vendors do, with several senders for each source, until each one is acknowledged: what has no answer or
 * a failure is sent again, to either process.
 * @param urls of the processes at this moment.
 * @param onAcknowledged called with the number of acknowledged reports.
 */
export async function sendUntilAcknowledged(
  reports: readonly StormReport[],
  urls: () => readonly string[],
  { sendersPerSource, onAcknowledged }: { sendersPerSource: number; onAcknowledged: (count: number) => void },
): Promise<StormCounts> {
  const counts: StormCounts = { unanswered: 0, repeated: 0 };
  let acknowledged = 0;
  const send = async (report: StormReport, first: number) => {
    for (let attempt = first; ; attempt++) {
      const url = urls()[attempt % urls().length];
      const { id, secret } = report.source;
      const answer = await genericSource(`${url}/api/intake/${id}`, id, secret)
        .send(report.body)
        .catch(() => undefined);
      if (answer?.status === 200) {
        if (answer.body.repeated === true) counts.repeated++;
        report.acknowledged.push((answer.body.call_id as string | undefined) ?? null);
        return;
      }
      if (answer && answer.status < 500) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      counts.unanswered++;
      await pause(RETRY_MS);
    }
  };
  const bySource = groupBy(reports, ({ source }) => source);
  const sender = async (queue: StormReport[], own: number) => {
    for (let report = queue.pop(); report; report = queue.pop()) {
      const copies = report.isDoubled ? [send(report, own), send(report, own + 1)] : [send(report, own)];
      await Promise.all(copies);
      onAcknowledged(++acknowledged);
    }
  };
  await Promise.all(
    [...bySource.values()].flatMap((own) => {
      const queue = own.toReversed();
      return Array.from({ length: sendersPerSource }, (_, index) => sender(queue, index));
    }),
  );
  return counts;
}

function shuffle<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** The items by a key of each, in their order. */
export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
