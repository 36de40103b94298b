import { userInfo } from 'node:os';
import { openAudit } from '../../app/audit.ts';
import { recordChange } from '../../app/audited-change.ts';
import { CommandError } from '../../config/usage-error.ts';
import type { AuditedWrite } from '../../tools/index.ts';
import type { Run } from './run.ts';

/**
 * Makes the change of a command, and records it in the audit log, if there is one, in the name of the user of this computer.
 * @throws CommandError if it cannot be recorded, and is therefore not made
 */
export async function recordCommand<T extends object>(
  { options: { audit: target }, logger }: Run,
  write: Pick<AuditedWrite, 'tool' | 'recordId'>,
  make: () => Promise<T>,
): Promise<T> {
  if (target === '-') {
    logger.warn(
      'this change is not in the audit log: --audit - (RCPT_AUDIT) is the stdout of the server, and a command has its own. With a file, commands are recorded, too',
    );
    return make();
  }
  const { audit, close } = await openAudit(target, logger);
  try {
    const about = { principal: `user ${userName()} (command)` };
    return await recordChange({ audit, logger, refusal: notRecorded }, { ...write, about }, make);
  } finally {
    await close();
  }
}

const notRecorded = (cause: unknown) =>
  new CommandError(
    `The file of --audit (RCPT_AUDIT) cannot be written: ${(cause as Error).message}. Nothing was changed. Free space, or choose another file.`,
    { cause },
  );

/** The number of a user without a name, such as one that only a container has. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}
