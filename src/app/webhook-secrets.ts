import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isSigningSecret } from '../events/index.ts';
import type { SecretFile } from '../lib/secret-file.ts';

/**
 * Reserves a line in the file of --webhook-secrets. It is appended with one write, so that concurrent writers do not
 * interleave. A text that is no signing secret, or a failed write, goes to the file that `otherwise` reserves.
 * @throws file system errors when the file can be neither created nor opened for writing
 */
export async function reserveSecretLine(path: string, otherwise: () => Promise<SecretFile>): Promise<SecretFile> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const handle = await open(path, 'a+', 0o600);
  const spare = await otherwise().catch(async (error) => {
    await handle.close();
    throw error;
  });
  return {
    async write(secret) {
      const text = secret.reveal();
      if (!isSigningSecret(text)) return spare.write(secret);
      try {
        const { size } = await handle.stat();
        const last = Buffer.alloc(1);
        if (size > 0) await handle.read(last, 0, 1, size - 1);
        const line = `${size > 0 && last.toString() !== '\n' ? '\n' : ''}${text}\n`;
        const { bytesWritten } = await handle.write(line);
        if (bytesWritten < line.length) return await spare.write(secret);
        await handle.sync();
        return path;
      } catch {
        return spare.write(secret);
      }
    },
    async discardIfUnused() {
      await handle.close();
      await spare.discardIfUnused();
    },
  };
}
