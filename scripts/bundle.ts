/** The MCPB bundle: what a host unpacks and starts, put together in a folder and packed by the format's own tool. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packExtension } from '@anthropic-ai/mcpb';

/** Where each of its files comes from. Nothing else goes in. */
const FILES = {
  'manifest.json': 'manifest.json',
  'icon.png': 'assets/icon.png',
  'README.md': 'README.md',
  'CHANGELOG.md': 'CHANGELOG.md',
  'PRIVACY.md': 'docs/privacy.md',
  LICENSE: 'LICENSE',
};

/**
 * Packs the built program of the project in `root` into the file `output`.
 * @throws Error when the manifest is not right.
 */
export async function packBundle(output: string, root = '.'): Promise<void> {
  const stage = mkdtempSync(join(tmpdir(), 'rcpt-mcp-bundle-'));
  try {
    for (const [name, source] of Object.entries(FILES)) cpSync(join(root, source), join(stage, name));
    // Types are for programs that import the package.
    const built = readdirSync(join(root, 'dist')).filter((name) => !name.endsWith('.d.ts'));
    for (const name of built) cpSync(join(root, 'dist', name), join(stage, 'dist', name));
    mkdirSync(dirname(output), { recursive: true });
    if (!(await packExtension({ extensionPath: stage, outputPath: output, silent: true }))) {
      throw new Error('The bundle was not packed: see mcpb validate manifest.json');
    }
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}
