/** Packs the MCPB bundle with the tool of the format's maker. `.mcpbignore` selects the files. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { packExtension } from '@anthropic-ai/mcpb';

/**
 * Packs the built program of the project in `root` into the file `output`.
 * @throws Error if the manifest is not valid
 */
export async function packBundle(output: string, root = '.'): Promise<void> {
  mkdirSync(dirname(output), { recursive: true });
  if (!(await packExtension({ extensionPath: root, outputPath: output, silent: true }))) {
    throw new Error('The bundle was not packed: see mcpb validate manifest.json');
  }
}
