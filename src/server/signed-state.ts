import { signToken, verifyToken } from '../lib/crypto/signed-token.ts';
import type { ToolServices } from '../tools/index.ts';

/** Signs what a client keeps between two rounds of a call (MCP, Multi round-trip requests: `requestState`). */
export interface SignedState {
  sign(state: string): Promise<string>;
  /**
   * The state that was signed; undefined where there is no key to verify it with, which the call itself reports.
   * @throws when it was not signed by this server. The SDK then answers with -32602.
   */
  verify(signed: string): Promise<string | undefined>;
}

/** What a state is valid for, and how long, is for its owner to check. */
export function createSignedState({ signingKey }: Pick<ToolServices, 'signingKey'>): SignedState {
  const purpose = 'requestState';
  return {
    sign: async (state) => signToken(state, { key: await signingKey(), purpose }),
    async verify(signed) {
      const key = await signingKey().catch(() => undefined);
      if (!key) return undefined;
      const state = verifyToken(signed, { key, purpose });
      if (state === undefined) throw new Error('the state was not signed by this server');
      return state;
    },
  };
}
