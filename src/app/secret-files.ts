import { secretsFolder } from '../config/folders.ts';
import type { Logger } from '../lib/logging/logger.ts';
import { say, trusted } from '../lib/text/sentence.ts';
import { ToolError, type ToolServices } from '../tools/index.ts';

/** Reserves files for new secrets. Webhook secrets go to the file of `--webhook-secrets`, if one is configured. */
export function secretFileReservation(
  webhookSecrets: string | undefined,
  logger: Logger,
): ToolServices['reserveSecretFile'] {
  const failed = secretFileError(logger);
  const newFile = async (kind: string) => {
    const folder = userSecretsFolder();
    const { reserveSecretFile } = await import('../lib/secrets/secret-file.ts');
    return reserveSecretFile(folder, kind).catch(failed(folder));
  };
  return async (kind) => {
    if (kind !== 'webhook' || webhookSecrets === undefined) return newFile(kind);
    const { reserveSecretLine } = await import('./webhook-secrets.ts');
    return reserveSecretLine(webhookSecrets, () => newFile(kind)).catch(failed(webhookSecrets));
  };
}

function userSecretsFolder(): string {
  try {
    return secretsFolder();
  } catch {
    throw new ToolError(
      'There is no folder for the secret, because this user has no home: the operator must set HOME first.',
    );
  }
}

/** Maps file system errors, such as a folder that is not writable. No request has been sent at this point. */
const secretFileError = (logger: Logger) => (path: string) => (error: NodeJS.ErrnoException) => {
  if (error instanceof ToolError) throw error;
  // Callers may be remote: only the log names the path.
  logger.warn('the file for a secret cannot be created', { path, error });
  const reason = error.code === 'ENOSPC' ? 'the disk is full' : (error.code ?? error.name);
  throw new ToolError(
    say`The file for the secret cannot be created (${trusted(reason)}), the log says where: the operator must fix that first.`,
  );
};
