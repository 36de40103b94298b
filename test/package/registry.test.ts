import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPackage } from '../../scripts/identity.ts';
import { registryEntry } from '../../scripts/registry-entry.ts';
import { OPTIONS } from '../../src/config/options/index.ts';
import { temporaryFolder } from '../support/platform.ts';
import { ServerJson } from './registry-schema.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

describe('server.json', () => {
  const entry = json(join(root, 'server.json'));
  const about = readPackage(join(root, 'package.json'));

  it('matches the schema of the registry, with the name and version of package.json', () => {
    expect(ServerJson.parse(entry)).toEqual(entry);
    expect(entry.name).toBe(about.mcpName);
    expect([entry.version, entry.packages[0].version]).toEqual([about.version, about.version]);
    expect(entry.packages[0].identifier).toBe(about.name);
  });

  it('lists the options of a stdio server, and marks secrets as such', () => {
    const options = OPTIONS.filter(({ env, commands }) => env && commands.includes('stdio'));
    const variables: { name: string; isSecret: boolean }[] = entry.packages[0].environmentVariables;
    expect(variables.map(({ name }) => name)).toEqual(options.map(({ env }) => env));
    const secret = variables.filter(({ isSecret }) => isSecret).map(({ name }) => name);
    expect(secret).toEqual(['RCPT_API_KEY', 'RCPT_SESSION_COOKIE']);
    // An option without a flag is a secret, the path of one, or the id of a team: other users can read flags.
    const unflagged = options.filter(({ flag }) => !flag).map(({ env }) => env);
    expect(unflagged.filter((name) => !secret.includes(name as string))).toEqual(['RCPT_API_KEY_FILE', 'RCPT_TEAM_ID']);
  });
});

describe('scripts/release.ts', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
    copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const release = (...args: string[]) =>
    execFileSync(
      process.execPath,
      [join(root, 'node_modules/tsx/dist/cli.mjs'), join(root, 'scripts/release.ts'), ...args],
      { cwd: folder, encoding: 'utf8', stdio: 'pipe' },
    );

  it('writes the repository into package.json and the bundle with its checksum into server.json', () => {
    writeFileSync(join(folder, 'rcpt-mcp.mcpb'), 'a bundle');
    release('--repository', 'Some-One/rcpt-mcp');
    release('--bundle', 'rcpt-mcp.mcpb');
    const about = json(join(folder, 'package.json'));
    expect(about).toMatchObject({
      mcpName: 'io.github.Some-One/rcpt-mcp',
      repository: { type: 'git', url: 'git+https://github.com/Some-One/rcpt-mcp.git' },
      homepage: 'https://github.com/Some-One/rcpt-mcp#readme',
      bugs: { url: 'https://github.com/Some-One/rcpt-mcp/issues' },
      bin: { 'rcpt-mcp': 'dist/cli.js' },
    });
    const entry = ServerJson.parse(json(join(folder, 'server.json')));
    expect(entry.name).toBe(about.mcpName);
    expect(entry.repository?.url).toBe('https://github.com/Some-One/rcpt-mcp');
    expect(entry.packages[1]).toMatchObject({
      identifier: `https://github.com/Some-One/rcpt-mcp/releases/download/v${about.version}/rcpt-mcp.mcpb`,
      fileSha256: createHash('sha256').update('a bundle').digest('hex'),
    });
    expect(entry).toEqual(
      registryEntry(about, {
        url: entry.packages[1]?.identifier ?? '',
        sha256: createHash('sha256').update('a bundle').digest('hex'),
      }),
    );
  });

  it('rejects the tag of another version, an invalid repository, and a bundle without a repository', () => {
    expect(() => release('--tag', 'v0.0.1')).toThrow('is not that of version');
    expect(() => release('--repository', 'https://github.com/a/b')).toThrow('is not a repository');
    expect(() => release('--bundle', 'package.json')).toThrow('names no repository');
    release('--tag', `v${readPackage(join(folder, 'package.json')).version}`);
  });
});
