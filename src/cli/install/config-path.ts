import { join } from 'node:path';
import type { Scope } from '../../config/options/clients.ts';
import { UsageError } from '../../config/usage-error.ts';
import type { Client } from './clients.ts';
import type { HostEnvironment } from './host-environment.ts';

/** Returns the path of a client's configuration file. @throws UsageError if the client has no project file */
export function clientFile(client: Client, scope: Scope, host: HostEnvironment): string {
  if (scope === 'user') return client.file(host);
  if (client.projectFile) return join(host.folder, client.projectFile);
  throw new UsageError(`${client.title} has no file for projects: leave out --scope, or use --scope user.`);
}
