/**
 * Asks the same questions about 1,000 bookings and about a million, alternately, through a client over HTTP, on SQLite and on
 * PostgreSQL: `npm run bench:questions -- --sizes 1000,1000000 --rounds 30 --engines sqlite,postgres`. The databases are made
 * once, in some minutes, and remain among the temporary files. Fails if a question takes more than the targets below.
 */
import { parseArgs } from 'node:util';
import { largeDatabases } from './lib/large/databases.ts';
import { QUESTION_NAMES, questionOf } from './lib/large/questions.ts';
import { type Answered, type MeasuredServer, startMeasured } from './lib/large/server.ts';
import { median, percentile, table } from './lib/numbers.ts';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,1000000' },
    rounds: { type: 'string', default: '30' },
    engines: { type: 'string', default: 'sqlite,postgres' },
    /** Only questions whose name contains this. */
    only: { type: 'string', default: '' },
  },
});
const sizes = values.sizes.split(',').map(Number);
const rounds = Number(values.rounds);
const names = QUESTION_NAMES.filter((name) => name.includes(values.only));

/** A question may take so many times what it takes in the smallest business, or this median, in milliseconds. */
const MAX_RATIO = 1.5;
const MAX_MEDIAN_MS = 50;
const MAX_P99_MS = 150;
const MAX_MEMORY_MIB = 160;
/** Rounds before the measured ones: what is loaded with the first calls takes its time once. */
const WARM_UP = 2;

type Measured = MeasuredServer & { answers: Map<string, Answered[]>; ask(name: string, round: number): Promise<void> };

let missed = 0;
/** Marks what is beyond a target. */
function checked(text: string, isMet: boolean): string {
  if (isMet) return text;
  missed++;
  return `**${text}**`;
}

for (const engine of values.engines.split(',') as ('sqlite' | 'postgres')[]) {
  const databases = await largeDatabases(engine);
  const servers: Measured[] = [];
  for (const size of sizes) {
    const { database, business } = await databases.open(size);
    const server = await startMeasured(database);
    const answers = new Map<string, Answered[]>();
    servers.push({
      ...server,
      answers,
      async ask(name, round) {
        const answered = await server.ask(questionOf(name, round, business));
        if (round >= 0) answers.set(name, [...(answers.get(name) ?? []), answered]);
      },
    } as Measured);
  }
  for (let round = -WARM_UP; round < rounds; round++) {
    for (const name of names) for (const server of servers) await server.ask(name, round);
    if (process.stderr.isTTY) process.stderr.write(`\r${engine}: round ${round + 1} of ${rounds}  `);
  }
  const sizesText = sizes.map((size) => size.toLocaleString('en-US')).join(' and ');
  console.log(`\n${engine}, ${sizesText} bookings; medians of ${rounds} (99th percentile) in milliseconds.\n`);
  console.log(
    table(
      ['', ...sizes.map(sizeName), '×', 'CPU', 'requests', 'turn'],
      names.map((name) => row(name, servers)),
    ),
  );
  const memory = servers.map((server) => checked(server.peakMiB().toFixed(0), server.peakMiB() <= MAX_MEMORY_MIB));
  console.log(`\nResident memory of the servers, at most: ${memory.join(' and ')} MiB.`);
  for (const server of servers) await server.close();
  await databases.close();
}
console.log(
  `\nTargets: ${MAX_RATIO} times the smallest business or ${MAX_MEDIAN_MS} ms, 99th percentile ${MAX_P99_MS} ms, complete, ${MAX_MEMORY_MIB} MiB.` +
    `\nOf the largest: CPU: processor time of the server, in ms, median. Requests: to the platform, at most.` +
    `\nTurn: the longest turn of its event loop, in ms of processor time.` +
    `\n${missed === 0 ? 'All are met.' : `Missed: ${missed}, in bold.`}`,
);
process.exit(missed === 0 ? 0 : 1);

function sizeName(size: number): string {
  return size >= 1_000_000 ? `${size / 1_000_000} M` : size.toLocaleString('en-US');
}

function row(name: string, all: readonly Measured[]): string[] {
  const answersOf = ({ answers }: Measured) => answers.get(name) ?? [];
  const times = all.map((server) => answersOf(server).map(({ ms }) => ms));
  const base = median(times[0] ?? []);
  const largest = answersOf(all.at(-1) as Measured);
  const ratio = median(times.at(-1) ?? []) / base;
  const cells = times.map((taken, index) => {
    const text = `${median(taken).toFixed(1)} (${percentile(taken, 99).toFixed(0)})`;
    const isMet = median(taken) <= Math.max(MAX_MEDIAN_MS, base * MAX_RATIO) && percentile(taken, 99) <= MAX_P99_MS;
    return index === all.length - 1 ? checked(text, isMet) : text;
  });
  const isComplete = largest.every((answered) => answered.isComplete);
  return [
    isComplete ? name : checked(`${name}, incomplete`, false),
    ...cells,
    ratio.toFixed(1),
    median(largest.map(({ cpuMs }) => cpuMs)).toFixed(1),
    `${Math.max(...largest.map(({ requests }) => requests))}`,
    Math.max(...largest.map(({ longestTurn }) => longestTurn)).toFixed(0),
  ];
}
