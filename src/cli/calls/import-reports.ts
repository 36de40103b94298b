import type { CallReport } from '../../contract/index.ts';
import { phoneOf } from '../../platform/intake/reported-call.ts';
import { NOT_JSON, readReport } from './read-report.ts';
import { type FileLine, readLines } from './report-lines.ts';

/** Problems that are kept; all are counted. */
const MAX_PROBLEMS = 1_000;
/** Reports of a batch: one transaction, after which other writers get their turn. */
const BATCH_REPORTS = 500;
/** Long conversations are imported in smaller batches. In characters. */
const BATCH_LENGTH = 8 * 2 ** 20;

/** What happened to the lines of a file, or would happen. Each counts once. */
export interface ImportTally {
  lines: number;
  added: number;
  changed: number;
  unchanged: number;
  refused: number;
  /** Those of the added whose line states neither start nor end. */
  undated: number;
  /** Lines whose phone is withheld, or no number. */
  withheld: number;
  /** The first thousand. */
  problems: { line: number; text: string }[];
}

interface ImportRun {
  path: string;
  /** ISO 3166-1 code of the business, for numbers without +. */
  country: string;
  /** Imports a batch, or predicts what importing it would do. */
  process(reports: readonly CallReport[]): Promise<('added' | 'changed' | 'unchanged')[]>;
  /** Called after each batch with the part of the file that is read, in bytes. */
  onProgress(tally: ImportTally, bytes: number): void;
}

/**
 * Reads a file in batches, hands them on one after the other, and counts what happens to each line.
 * @returns isOther true if no line is a JSON object
 */
export async function importReports({ path, country, process, onProgress }: ImportRun) {
  const tally: ImportTally = {
    lines: 0,
    added: 0,
    changed: 0,
    unchanged: 0,
    refused: 0,
    undated: 0,
    withheld: 0,
    problems: [],
  };
  let isOther = true;
  let batch: CallReport[] = [];
  let length = 0;
  const flush = async (end: number) => {
    const outcomes = batch.length > 0 ? await process(batch) : [];
    for (const [index, outcome] of outcomes.entries()) {
      tally[outcome] += 1;
      const { started_at, ended_at } = batch[index] as CallReport;
      if (outcome === 'added' && !started_at && !ended_at) tally.undated += 1;
    }
    batch = [];
    length = 0;
    onProgress(tally, end);
  };
  let end = 0;
  for await (const fileLine of readLines(path)) {
    end = fileLine.end;
    tally.lines += 1;
    const report = reportOf(fileLine);
    if (report !== NOT_JSON) isOther = false;
    if (typeof report === 'string') {
      tally.refused += 1;
      if (tally.problems.length < MAX_PROBLEMS) tally.problems.push({ line: fileLine.line, text: report });
      continue;
    }
    if (report.phone && phoneOf(report.phone, country) === null) tally.withheld += 1;
    batch.push(report);
    length += fileLine.text?.length ?? 0;
    if (batch.length >= BATCH_REPORTS || length >= BATCH_LENGTH) await flush(end);
  }
  await flush(end);
  return { ...tally, isOther };
}

const reportOf = ({ text, problem }: FileLine) => (text === undefined ? (problem ?? '') : readReport(text));
