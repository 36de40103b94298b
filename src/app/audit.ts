import { exposureWarning } from '../config/key-source.ts';
import { CommandError, UsageError } from '../config/usage-error.ts';
import type { Logger } from '../lib/logging/logger.ts';
import { systemClock } from '../lib/time/clock.ts';
import type { Audit } from '../tools/index.ts';

/** The open audit log of this process. */
export interface OpenAudit {
  audit?: Audit | undefined;
  /** True if the log is written to stdout. */
  stdout?: boolean;
  close(): Promise<void>;
}

const STDOUT = '-';

/**
 * Opens the audit log.
 * @param target the value of `--audit`: a path, or `-` for stdout
 * @param toStdout writes to stdout; omitted over stdio, where stdout carries JSON-RPC
 * @throws CommandError if the file cannot be opened: the server fails closed, because no write could be recorded
 * @throws UsageError for stdout over stdio
 */
export async function openAudit(
  target: string | undefined,
  logger: Logger,
  toStdout?: (text: string) => Promise<void>,
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
  const exposed = exposureWarning(target, 'The file of --audit');
  if (exposed) logger.warn(exposed);
  return { audit: createAudit(file.write, systemClock), close: file.close };
}
