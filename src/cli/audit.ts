import { systemClock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Audit } from '../tools/index.ts';
import { exposure } from './key-source.ts';
import type { Run } from './run.ts';
import { CommandError, UsageError } from './usage-error.ts';

/** The audit log of this run, open. */
export interface OpenAudit {
  audit?: Audit | undefined;
  /** Whether it goes to stdout. */
  stdout?: boolean;
  close(): Promise<void>;
}

const STDOUT = '-';

/**
 * Opens the audit log.
 * @param target the value of `--audit`
 * @param toStdout writes to stdout; absent over stdio, where stdout belongs to JSON-RPC.
 * @throws CommandError when it cannot be opened: no write would be made. UsageError when it cannot be stdout.
 */
export async function openAudit(
  target: string | undefined,
  logger: Logger,
  toStdout?: Run['write'],
): Promise<OpenAudit> {
  if (target === undefined) return { close: async () => {} };
  if (target === STDOUT && !toStdout) {
    throw new UsageError(
      '--audit (RCPT_AUDIT) must be a file over stdio, such as --audit ./audit.jsonl: stdout belongs to MCP.',
    );
  }
  const [{ createAudit }, { openAuditFile }] = await Promise.all([
    import('../audit/index.ts'),
    import('../audit/file.ts'),
  ]);
  if (target === STDOUT && toStdout) {
    return { audit: createAudit(toStdout, systemClock), stdout: true, close: async () => {} };
  }
  const file = await openAuditFile(target).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`The file of --audit (RCPT_AUDIT) cannot be opened: ${error.message}.`, { cause: error });
  });
  const exposed = exposure(target, 'The file of --audit');
  if (exposed) logger.warn(exposed);
  return { audit: createAudit(file.write, systemClock), close: file.close };
}
