import { join } from 'node:path';
import { UsageError } from '../usage-error.ts';
import type { Client } from './clients.ts';
import type { Scope } from './names.ts';
import type { Surroundings } from './surroundings.ts';

/** The file that a client reads. */
export function clientFile(client: Client, scope: Scope, around: Surroundings): string {
  if (scope === 'user') return client.file(around);
  if (client.projectFile) return join(around.folder, client.projectFile);
  throw new UsageError(`${client.title} has no file for projects: leave out --scope, or use --scope user.`);
}
