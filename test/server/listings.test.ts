import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { handshakeFor, readListings } from '../../src/cli/runtime/handshake.ts';
import { readSettings } from '../../src/config/settings.ts';
import { offeredItems } from '../../src/server/handshake/listings.ts';
import { toolListing } from '../../src/server/index.ts';
import { offeredPrompts } from '../../src/server/prompts/index.ts';
import { offeredResources } from '../../src/server/resources/index.ts';
import { ALL_TOOLS, ALL_TOOLSETS, CONFIRMS, OUTPUTS, selectTools } from '../../src/tools/index.ts';

/** Compares the listings of the build, filtered by the handshake, with the registry of the server. */
const listings = readListings(fileURLToPath(new URL('../../dist/listings.json', import.meta.url)));

/** Every set of toolsets, with and without writing tools. */
const selections = Array.from({ length: 2 ** ALL_TOOLSETS.length }, (_, set) =>
  ALL_TOOLSETS.filter((_, index) => set & (2 ** index)),
).flatMap((toolsets) => [false, true].map((readOnly) => ({ toolsets, readOnly })));

describe.each(CONFIRMS)('the handshake with --confirm %s', (confirm) => {
  const everything = selectTools(ALL_TOOLS, { toolsets: ALL_TOOLSETS, readOnly: false, confirm }).offered;
  const items = new Map(everything.map((tool) => [tool.name, toolListing(tool)]));

  it.each(OUTPUTS)('lists the tools of the registry under every selection, with --output %s', (output) => {
    for (const selection of selections) {
      const { offered } = selectTools(ALL_TOOLS, { ...selection, confirm: 'never' });
      const expected = offered.map(({ name }) => {
        const { outputSchema, ...item } = items.get(name) ?? {};
        return output === 'text' ? item : { ...item, outputSchema };
      });
      const found = listings && offeredItems(listings, { ...selection, confirm, output });
      expect(JSON.stringify(found?.tools)).toBe(JSON.stringify(expected));
    }
  });
});

it('the handshake lists the prompts and resources of the server under every selection of tools', () => {
  const names = (found: readonly object[] | undefined) => found?.map((item) => 'name' in item && item.name);
  for (const selection of selections) {
    const { offered } = selectTools(ALL_TOOLS, { ...selection, confirm: 'never' });
    const resources = offeredResources(offered, {});
    const found = listings && offeredItems(listings, { ...selection, confirm: 'never', output: 'both' });
    expect(names(found?.prompts)).toEqual(offeredPrompts(offered, {}).map(({ prompt }) => prompt.name));
    expect([...(names(found?.resources) ?? []), ...(names(found?.resourceTemplates) ?? [])].sort()).toEqual(
      resources.map(({ resource }) => resource.name).sort(),
    );
  }
});

it('handshakeFor returns undefined without a readable file of listings', () => {
  const settings = readSettings({ database: ':memory:' });
  for (const file of ['.', fileURLToPath(import.meta.url), 'missing.json']) {
    expect(handshakeFor(settings, readListings(file))).toBeUndefined();
  }
  expect(handshakeFor(settings, listings)).toBeDefined();
});
