import { signToken, verifyToken } from '../lib/crypto/signed-token.ts';
import type { ToolServices } from '../tools/index.ts';

/** Signs the `requestState` that a client returns in the next round of a call (MCP, Multi round-trip requests). */
export interface SignedState {
  sign(state: string): Promise<string>;
  /**
   * Returns the signed state; undefined if the signing key is unavailable, which the call itself reports.
   * @throws if the state was not signed by this server. The SDK then answers with -32602.
   */
  verify(signed: string): Promise<string | undefined>;
}

/** The owner of a state must check for which call and how long it is valid. */
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
