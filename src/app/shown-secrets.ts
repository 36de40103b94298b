import type { ToolServices } from '../tools/index.ts';

/** A secret that a tool has made, which its caller is shown once. */
interface ShownSecret {
  kind: string;
  value: string;
}

/** Where a tool says that its secret is. */
const PLACE = 'shown once, with this answer';

/** Adds the secrets of tools to a list, instead of putting them into files of this computer. */
export function collectSecrets(secrets: ShownSecret[]): ToolServices['reserveSecretFile'] {
  return async (kind) => ({
    async write(secret) {
      secrets.push({ kind, value: secret.reveal() });
      return PLACE;
    },
    discardIfUnused: async () => {},
  });
}

/** The same services for one call, whose secrets the caller is shown. */
export function withSecrets(services: ToolServices): { services: ToolServices; secrets: ShownSecret[] } {
  const secrets: ShownSecret[] = [];
  return { services: { ...services, reserveSecretFile: collectSecrets(secrets) }, secrets };
}
