import { mkdtempSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hotReloadedFile } from '../../../src/lib/files/hot-reloaded-file.ts';

let folder: string;
let path: string;
const parse = vi.fn((text: string) => {
  if (text === 'wrong') throw new Error('cannot be parsed');
  return text.toUpperCase();
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hot-reload-'));
  path = join(folder, 'file');
  writeFileSync(path, 'one');
  parse.mockClear();
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = () => hotReloadedFile(path, { parse, maxBytes: 10 });

describe('hotReloadedFile', () => {
  it('reads a file once while it does not change', async () => {
    const content = read();
    expect([await content(), await content()]).toEqual(['ONE', 'ONE']);
    expect(parse).toHaveBeenCalledTimes(1);
  });

  it('reads a file again after it was written', async () => {
    const content = read();
    await content();
    writeFileSync(path, 'three');
    expect(await content()).toBe('THREE');
  });

  it('reads a file again after another one of the same size has replaced it', async () => {
    const content = read();
    await content();
    writeFileSync(`${path}.new`, 'two');
    renameSync(`${path}.new`, path);
    expect(await content()).toBe('TWO');
  });

  it('rejects while the file does not exist, and reads it when it exists again', async () => {
    const content = read();
    await content();
    unlinkSync(path);
    await expect(content()).rejects.toMatchObject({ code: 'ENOENT' });
    writeFileSync(path, 'two');
    expect(await content()).toBe('TWO');
  });

  it('rejects while the file cannot be parsed, and does not return its earlier content', async () => {
    const content = read();
    await content();
    writeFileSync(path, 'wrong');
    await expect(content()).rejects.toThrow('cannot be parsed');
    await expect(content()).rejects.toThrow('cannot be parsed');
  });

  it('rejects a file that is too large without reading it', async () => {
    writeFileSync(path, 'x'.repeat(11));
    await expect(read()()).rejects.toThrow('the file is too large');
    expect(parse).not.toHaveBeenCalled();
  });
});
