import type { OpenAudit } from '../../app/audit.ts';
import type { Run } from '../runtime/run.ts';

/** Returns what prints lines for people: to stderr if the audit log is on stdout, whose lines must not be mixed with others. */
export const printBesideAudit = ({ stdout }: OpenAudit, print: Run['print']): Run['print'] =>
  stdout ? (line) => void process.stderr.write(`${line}\n`) : print;
