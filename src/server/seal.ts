import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ToolServices } from '../tools/index.ts';

/** What goes to the client between two rounds of a call, and must come back as it went. */
export interface Seals {
  seal(state: string): Promise<string>;
  /**
   * The state again; undefined where there is no key to try it with, which the call itself will say.
   * @throws when it is not one of ours. The SDK then answers with -32602 (MCP 2026-07-28, Multi round-trip requests).
   */
  open(sealed: string): Promise<string | undefined>;
}

/** Signs states. What a state is good for, and how long, is its owner's to check. */
export function sealsOf({ signingKey }: Pick<ToolServices, 'signingKey'>): Seals {
  return {
    seal: async (state) => `${state}.${sign(state, await signingKey())}`,
    async open(sealed) {
      const key = await signingKey().catch(() => undefined);
      if (!key) return undefined;
      const end = sealed.lastIndexOf('.');
      const state = sealed.slice(0, Math.max(end, 0));
      const given = Buffer.from(sealed.slice(end + 1));
      const right = Buffer.from(sign(state, key));
      if (given.length !== right.length || !timingSafeEqual(given, right)) throw new Error('a state of somebody else');
      return state;
    },
  };
}

function sign(state: string, key: Buffer): string {
  return createHmac('sha256', key)
    .update(JSON.stringify(['requestState', state]))
    .digest('base64url')
    .slice(0, 22);
}
