import { describe, expect, it } from 'vitest';
import { readChosenFile } from '../../../src/web/dashboard/pages/import/read-file.ts';

/** Bytes that hardly become fewer by compression. */
const randomBytes = (length: number) => {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return state;
  });
};

async function decompressed(content: string): Promise<Uint8Array> {
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

describe('a file that is chosen for an import', () => {
  it.each([1, 299_999, 300_000, 300_001])('a file of %i bytes is sent with all of them', async (length) => {
    const bytes = randomBytes(length);
    const { content, ...rest } = await readChosenFile(new File([bytes], 'customers.csv'), 'contacts');
    expect(rest).toEqual({ name: 'customers.csv', records: 'contacts' });
    const sent = await decompressed(content);
    expect(sent.length).toBe(length);
    expect(sent.every((byte, index) => byte === bytes[index])).toBe(true);
  });

  it('a file that is too large for a request, although compressed, is refused', async () => {
    const file = new File([randomBytes(800_000)], 'customers.csv');
    await expect(readChosenFile(file, 'contacts')).rejects.toThrow('The file is too large to be sent.');
  });
});
