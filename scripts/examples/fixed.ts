/**
 * Makes a run reproducible: the clock is frozen, and random numbers are deterministic. For the process that records the
 * examples, which must import it before any other module.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** A Monday morning at the demo business. */
const NOW = Date.parse('2026-11-16T15:00:00Z');

const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...parts: [] | ConstructorParameters<typeof RealDate>) {
    if (parts.length === 0) super(NOW);
    else super(...parts);
  }
  static override now() {
    return NOW;
  }
} as DateConstructor;

/** Returns the next bytes of a deterministic stream: hashes of a counter. */
let counter = 0;
function bytes(size: number): Buffer {
  const blocks: Buffer[] = [];
  for (let length = 0; length < size; length += 32) {
    blocks.push(crypto.createHash('sha256').update(`example ${counter++}`).digest());
  }
  return Buffer.concat(blocks).subarray(0, size);
}

Math.random = () => bytes(4).readUInt32BE() / 2 ** 32;
crypto.randomBytes = ((size: number) => bytes(size)) as typeof crypto.randomBytes;
crypto.randomInt = ((below: number) => bytes(4).readUInt32BE() % below) as typeof crypto.randomInt;
syncBuiltinESMExports();
