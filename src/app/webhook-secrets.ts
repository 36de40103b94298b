import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isSigningSecret } from '../events/index.ts';
import type { SecretFile } from '../lib/secrets/secret-file.ts';

/**
 * Reserves a line in the file of `--webhook-secrets`. It is appended with one write, so that concurrent writers do not
 * interleave. If the text is not a signing secret or the write fails, the secret goes to the file that
 * `reserveFallback` reserves.
 * @throws file system errors if the file can be neither created nor opened for writing
 */
export async function reserveSecretLine(path: string, reserveFallback: () => Promise<SecretFile>): Promise<SecretFile> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const handle = await open(path, 'a+', 0o600);
  const fallback = await reserveFallback().catch(async (error) => {
    await handle.close();
    throw error;
  });
  return {
    async write(secret) {
      const text = secret.reveal();
      if (!isSigningSecret(text)) return fallback.write(secret);
      try {
        const { size } = await handle.stat();
        const last = Buffer.alloc(1);
        if (size > 0) await handle.read(last, 0, 1, size - 1);
        const line = `${size > 0 && last.toString() !== '\n' ? '\n' : ''}${text}\n`;
        const { bytesWritten } = await handle.write(line);
        if (bytesWritten < line.length) {
          // A part of a secret can pass for a whole one. What another process has appended meanwhile stays.
          if ((await handle.stat()).size === size + bytesWritten) await handle.truncate(size);
          return await fallback.write(secret);
        }
        await handle.sync();
        return path;
      } catch {
        return fallback.write(secret);
      }
    },
    async discardIfUnused() {
      await handle.close();
      await fallback.discardIfUnused();
    },
  };
}
