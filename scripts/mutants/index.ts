/**
 * Mutation test: changes one operator of the source, runs the tests of that part that reach it, and reports the changes
 * that no test noticed. `npm run mutants -- --count 200 --seed 1` takes hours; it continues where an earlier run with the same
 * seed stopped. `--only src/tools` restricts the files, `--list` prints the chosen changes, `--retest` tests the changes again
 * that survived an earlier run.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { seeded } from '../../test/support/faults.ts';
import { table } from '../markdown.ts';
import { byPart, isMutated } from './areas.ts';
import { type Change, createLaboratory, type Outcome } from './laboratory.ts';
import { applyMutation, type Mutation, mutationsOf } from './operators.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    /** A prefix of the files to change. */
    only: { type: 'string', default: 'src/' },
    list: { type: 'boolean', default: false },
    retest: { type: 'boolean', default: false },
  },
});

const root = fileURLToPath(new URL('../..', import.meta.url));
const RESULTS = `${root}/build/mutants-${values.seed}.jsonl`;

interface Mutant extends Change {
  line: number;
  /** The changed line before and after. */
  before: string;
  after: string;
  /** Identifies the changed file, so that a result is not reused after the source has changed. */
  digest: string;
}

interface Result extends Outcome, Pick<Mutant, 'file' | 'line' | 'operator' | 'before' | 'after' | 'digest'> {
  seconds: number;
}

const chosen = choose(allMutants(), Number(values.count), Number(values.seed));
if (values.list) {
  for (const { file, line, operator, before, after } of chosen)
    console.log(`${file}:${line} ${operator}\n  - ${before}\n  + ${after}`);
} else {
  await test(chosen);
}

/** Returns every possible change, in the order of files and offsets. */
function allMutants(): Mutant[] {
  const files = readdirSync(`${root}/src`, { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${file.replaceAll('\\', '/')}`)
    .filter((file) => isMutated(file) && file.startsWith(values.only))
    .sort();
  return files.flatMap((file) => {
    const source = readFileSync(`${root}/${file}`, 'utf8');
    return mutationsOf(source).map((mutation) => describe(file, source, mutation));
  });
}

function describe(file: string, source: string, mutation: Mutation): Mutant {
  const changed = applyMutation(source, mutation);
  const lineAt = (text: string) => {
    const end = text.indexOf('\n', mutation.start);
    return text.slice(source.lastIndexOf('\n', mutation.start) + 1, end < 0 ? undefined : end).trim();
  };
  return {
    ...mutation,
    number: 0,
    file,
    line: source.slice(0, mutation.start).split('\n').length,
    before: lineAt(source),
    after: lineAt(changed),
    digest: createHash('sha256').update(changed).digest('hex').slice(0, 16),
  };
}

/** Chooses `count` changes at random (Fisher-Yates), the same ones for the same seed and source. */
function choose(all: Mutant[], count: number, seed: number): Mutant[] {
  const random = seeded(seed);
  const pool = [...all];
  return Array.from({ length: Math.min(count, pool.length) }, (_, index) => {
    const [taken] = pool.splice(Math.floor(random() * pool.length), 1);
    return { ...(taken as Mutant), number: index + 1 };
  });
}

async function test(mutants: readonly Mutant[]): Promise<void> {
  mkdirSync(`${root}/build`, { recursive: true });
  const known = readResults();
  const isDone = ({ digest }: Mutant) => {
    const result = known.get(digest);
    return result !== undefined && !(values.retest && result.noticedBy === 'nothing');
  };
  const results = mutants.filter(isDone).flatMap(({ digest }) => known.get(digest) ?? []);
  const open = mutants.filter((mutant) => !isDone(mutant)).sort(byPart);
  console.error(`${mutants.length} changes, ${results.length} of them tested before.`);
  const laboratory = await createLaboratory(root, mutants);
  try {
    // All changes are tried with a few tests each, before the rest needs all tests of its part.
    for (const likelyOnly of [true, false]) {
      for (const mutant of open.splice(0)) {
        const { file, line, operator, before, after, digest } = mutant;
        const startedAt = performance.now();
        const outcome = await laboratory.test(mutant, results, likelyOnly);
        if (!outcome) {
          open.push(mutant);
          console.error(`open: ${file}:${line} ${operator}`);
          continue;
        }
        const seconds = Math.round((performance.now() - startedAt) / 1_000);
        const result: Result = { file, line, operator, before, after, digest, ...outcome, seconds };
        appendFileSync(RESULTS, `${JSON.stringify(result)}\n`);
        results.push(result);
        console.error(
          `${results.length}/${mutants.length} ${describeOutcome(result)} (${seconds} s) ${file}:${line} ${operator}`,
        );
      }
    }
  } finally {
    laboratory.remove();
  }
  report(results);
}

function describeOutcome({ noticedBy, test }: Result): string {
  if (noticedBy === 'nothing') return 'SURVIVED';
  if (noticedBy === 'same program' || noticedBy === 'no program') return noticedBy;
  return `noticed by ${noticedBy}${test === undefined ? '' : ` (${test})`}`;
}

/** The last result of each change: one that was tested again has several. */
function readResults(): Map<string, Result> {
  if (!existsSync(RESULTS)) return new Map();
  const lines = readFileSync(RESULTS, 'utf8').trim().split('\n').filter(Boolean);
  return new Map(lines.map((line) => JSON.parse(line) as Result).map((result) => [result.digest, result]));
}

function report(results: readonly Result[]): void {
  const unnoticed = (result: Result) => ['nothing', 'same program', 'no program'].includes(result.noticedBy);
  const survivors = results.filter(unnoticed);
  const noticed = results.length - survivors.length;
  const rows = survivors.map(({ file, line, noticedBy, operator, before, after }) => [
    `${file}:${line}`,
    noticedBy,
    operator,
    before,
    after,
  ]);
  if (rows.length > 0) console.log(`${table(['not noticed', 'by', 'operator', 'before', 'after'], rows)}\n`);
  console.log(
    `${noticed} of ${results.length} noticed (${((100 * noticed) / results.length).toFixed(1)} %), seed ${values.seed}`,
  );
}
