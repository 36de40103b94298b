import { isIP } from 'node:net';

/** An address, or a network such as 10.0.0.0/8; undefined when a text is neither. */
export function parseNetwork(text: string): { address: string; bits: number } | undefined {
  const [, address, bits] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const kind = address === undefined ? 0 : isIP(address);
  const most = kind === 4 ? 32 : 128;
  if (!address || kind === 0 || Number(bits ?? 0) > most) return undefined;
  return { address, bits: Number(bits ?? most) };
}
