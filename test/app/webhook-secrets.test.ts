import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { reserveSecretLine } from '../../src/app/webhook-secrets.ts';
import { Secret } from '../../src/lib/secrets/secret.ts';
import { reserveSecretFile } from '../../src/lib/secrets/secret-file.ts';
import { limitFiles } from '../support/confined.ts';
import { temporaryFolder } from '../support/platform.ts';

describe.skipIf(!limitFiles)('a new secret for which the file of secrets has no space', () => {
  const folder = temporaryFolder();
  afterEach(() => {
    limitFiles?.(process.pid, undefined);
    rmSync(folder, { recursive: true });
  });

  it('gets a file of its own, and leaves no part of itself between the others', async () => {
    const [text, path] = [`whsec_${Buffer.alloc(32, 7).toString('base64')}`, join(folder, 'secrets')];
    const earlier = `#${'x'.repeat(4_054)}\n`;
    writeFileSync(path, earlier);
    const file = await reserveSecretLine(path, () => reserveSecretFile(join(folder, 'own'), 'webhook'));

    // The line begins before the limit and ends after it.
    limitFiles?.(process.pid, 4_096);
    const written = await file.write(new Secret(text));
    await file.discardIfUnused();

    expect(readFileSync(written, 'utf8')).toBe(`${text}\n`);
    expect(readFileSync(path, 'utf8') === earlier).toBe(true);
  });
});
