import { resolve } from 'node:path';
import { exposureWarning } from '../../config/key-source.ts';
import { type CheckContext, type CheckResult, result } from './check.ts';
import { shortageOf } from './disk.ts';
import { writeProblem } from './writable.ts';

/** Checks that the audit log can be written, without which the server does not start. Nothing is created. */
export function checkAudit({ options }: CheckContext): CheckResult[] {
  const { audit: target } = options;
  if (target === undefined) return [];
  if (target === '-') return [result('audit', 'ok', 'The audit log goes to stdout, which only rcpt-mcp http can do')];
  const file = resolve(target);
  const data = { file };
  const code = writeProblem(file);
  if (code !== undefined) {
    const fix = 'Choose another file with --audit (RCPT_AUDIT), or give this user the permission to write it.';
    return [result('audit', 'problem', `The audit log cannot be written (${code}): ${file}`, { fix, data })];
  }
  if (exposureWarning(file, 'The audit log') !== undefined) {
    const summary = `The mode of the audit log ${file} lets every user of this computer read it`;
    return [result('audit', 'warning', summary, { fix: `chmod 600 ${file}`, data })];
  }
  const shortage = shortageOf(file);
  if (shortage !== undefined) {
    const fix = 'Free some: on a full disk every write is refused, because it cannot be recorded.';
    return [result('audit', 'warning', `The audit log ${file} has hardly any room: ${shortage}`, { fix, data })];
  }
  return [result('audit', 'ok', `Writes are recorded in the audit log ${file}`, { data })];
}
