import { config } from 'zod/v4/core';

/**
 * Makes zod interpret the schemas that are created after this call (zod, "jitless"). By default it generates and compiles
 * JavaScript for each schema with its first use, which a server of one client hardly ever earns back: the first call of a
 * tool uses dozens of schemas.
 */
export function interpretSchemas(): void {
  config({ jitless: true });
}
