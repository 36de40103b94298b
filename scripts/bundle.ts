/** The MCPB bundle, packed from the checkout by the format's own tool. `.mcpbignore` lists what goes in. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { packExtension } from '@anthropic-ai/mcpb';

/**
 * Packs the built program of the project in `root` into the file `output`.
 * @throws Error when the manifest is not valid.
 */
export async function packBundle(output: string, root = '.'): Promise<void> {
  mkdirSync(dirname(output), { recursive: true });
  if (!(await packExtension({ extensionPath: root, outputPath: output, silent: true }))) {
    throw new Error('The bundle was not packed: see mcpb validate manifest.json');
  }
}
