import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { readPrivate, writePrivate } from './cache-file.ts';

/** A CommonJS module, as Node wraps it. */
export type ModuleFunction = (
  exports: object,
  require: unknown,
  module: object,
  filename: string,
  dirname: string,
) => void;

export interface CodeCache {
  /** Compiles a file of `dist`, with what V8 kept of it from an earlier run. */
  compile(name: string): ModuleFunction;
  /** Keeps what was compiled for the next run, if anything is new. Never fails. */
  save(): void;
}

const PARAMETERS = 'exports,require,module,__filename,__dirname';

/**
 * Compiled code of the files in `folder`, kept in the folder `place`. It can be missing, broken, of another
 * program or not writable: then files are compiled as ever. V8 itself refuses what another V8 has made, and compares no
 * more of the source than its length: so `build` and the sum over the file are part of the name.
 * @param build stands for all the code in `folder`.
 */
export function openCodeCache(folder: string, build: string, place: string): CodeCache {
  const key = [build, process.version, process.arch, cachedDataVersionTag()].join();
  const file = `code-${createHash('sha256').update(key).digest('hex').slice(0, 32)}.bin`;
  const kept = unpack(readPrivate(place, file));
  const scripts = new Map<string, Script>();
  let fresh = false;
  return {
    compile(name) {
      const filename = join(folder, name);
      const cachedData = kept.get(name);
      const script = new Script(`(function(${PARAMETERS}){${readFileSync(filename, 'utf8')}\n})`, {
        filename,
        ...(cachedData ? { cachedData } : {}),
      });
      if (!cachedData || script.cachedDataRejected) {
        kept.delete(name);
        fresh = true;
      }
      scripts.set(name, script);
      return script.runInThisContext();
    },
    save() {
      if (!fresh) return;
      fresh = false;
      for (const [name, script] of scripts) if (!kept.has(name)) kept.set(name, script.createCachedData());
      writePrivate(place, file, pack(kept));
    },
  };
}

const SUM_BYTES = 32;
const sum = (data: Uint8Array) => createHash('sha256').update(data).digest();

/** A checksum, the length of a table of contents, the table, and the data. */
function pack(parts: ReadonlyMap<string, Buffer>): Buffer {
  const table = Buffer.from(JSON.stringify([...parts].map(([name, data]) => [name, data.length])));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(table.length);
  const body = Buffer.concat([length, table, ...parts.values()]);
  return Buffer.concat([sum(body), body]);
}

/** Nothing, when it is not as it was written: V8 would run what it is given. */
function unpack(data: Buffer | undefined): Map<string, Buffer> {
  const parts = new Map<string, Buffer>();
  const body = data?.subarray(SUM_BYTES);
  if (!data || !body || body.length < 4 || !sum(body).equals(data.subarray(0, SUM_BYTES))) return parts;
  let at = 4 + body.readUInt32LE();
  for (const [name, length] of JSON.parse(body.toString('utf8', 4, at)) as [string, number][]) {
    parts.set(name, body.subarray(at, at + length));
    at += length;
  }
  return parts;
}
