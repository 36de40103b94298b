import { describe, expect, it } from 'vitest';
import { COMPLETIONS } from '../../src/server/completion/index.ts';
import { iconsOf } from '../../src/server/icons.ts';
import { ALL_PROMPTS, promptListing, promptResult } from '../../src/server/prompts/index.ts';
import { ALL_RESOURCES, isTemplate, resourceListing } from '../../src/server/resources/index.ts';
import { ALL_TOOLS, ALL_TOOLSETS, selectTools, TOOLSETS } from '../../src/tools/index.ts';

/** Rules for every resource and prompt. */
const snapshot = (listing: object) => `${JSON.stringify(listing, null, 2)}\n`;

describe.each(ALL_RESOURCES.map((resource) => [resource.uri, resource] as const))('resource %s', (uri, resource) => {
  it('has a name, a title and a description that hosts accept', () => {
    expect(resource.name).toMatch(/^[a-z][a-z_]{2,31}$/);
    expect(resource.title).toMatch(/^[A-Z][A-Za-z ]{3,40}$/);
    expect(resource.description).toMatch(/^[A-Z].{15,120}\.$/);
  });

  it('has an rcpt:// URI with at most one variable, which has completions', () => {
    expect(uri).toMatch(/^rcpt:\/\/[a-z]+(\/\{id\})?(\/[a-z]+)?$/);
    if (resource.completes) expect(COMPLETIONS[resource.completes]).toMatch(/^ids of /);
    expect(isTemplate(resource)).toBe(resource.completes !== undefined);
  });

  it('returns the result of a read tool', () => {
    expect(ALL_TOOLS.find((tool) => tool.name === resource.tool)?.effect).toBe('read');
  });

  it('matches the snapshot of its listing', async () => {
    await expect(snapshot(resourceListing(resource))).toMatchFileSnapshot(
      `../snapshots/resource-${resource.name}.json`,
    );
  });
});

/** Returns the words with an underscore: names of tools, of their arguments, or of the prompt's arguments. */
const named = (text: string) => text.match(/\b[a-z]+(_[a-z]+)+\b/g) ?? [];
const inputs = new Set(ALL_TOOLS.flatMap((tool) => Object.keys(tool.input.shape)));

/** Every combination of settings that decides which tools are offered. */
const selections = [true, false].flatMap((readOnly) =>
  [ALL_TOOLSETS, ...ALL_TOOLSETS.map((off) => ALL_TOOLSETS.filter((toolset) => toolset !== off))].map((toolsets) => {
    const names = selectTools(ALL_TOOLS, { toolsets, readOnly, confirm: 'never' }).offered.map((tool) => tool.name);
    return new Set(names);
  }),
);

describe.each(ALL_PROMPTS.map((prompt) => [prompt.name, prompt] as const))('prompt %s', (name, prompt) => {
  it('has a name, a title and a description that hosts accept', () => {
    expect(name).toMatch(/^[a-z][a-z_]{2,31}$/);
    expect(prompt.title).toMatch(/^[A-Z][A-Za-z ]{3,40}$/);
    expect(prompt.description).toMatch(/^[A-Z].{15,120}\.$/);
    expect(Object.keys(TOOLSETS)).toContain(prompt.toolset);
  });

  it('describes and completes each argument', () => {
    for (const [argument, { description, completes }] of Object.entries(prompt.args)) {
      expect(argument).toMatch(/^[a-z_]+$/);
      expect(description).toMatch(/^[A-Z].{10,80}$/);
      expect(Object.keys(COMPLETIONS)).toContain(completes);
    }
  });

  it('each tool that the prompt needs exists', () => {
    expect(prompt.needs.length).toBeGreaterThan(0);
    for (const tool of prompt.needs) expect(ALL_TOOLS.map((one) => one.name)).toContain(tool);
  });

  it.each([{}, Object.fromEntries(Object.keys(prompt.args).map((arg) => [arg, 'x']))])(
    'with the arguments %j names only offered tools in less than 1,000 characters',
    (args) => {
      for (const offered of selections) {
        const has = (tool: string) => offered.has(tool);
        if (!prompt.needs.every(has)) continue;
        const [message] = promptResult(prompt, args, { zone: 'America/New_York', has }).messages;
        const text = message?.content.type === 'text' ? message.content.text : '';
        expect(message?.role).toBe('user');
        expect(text.length).toBeLessThan(1_000);
        for (const word of named(text).filter((one) => !inputs.has(one) && !Object.hasOwn(prompt.args, one)))
          expect(offered, word).toContain(word);
      }
    },
  );

  it('matches the snapshot of its listing', async () => {
    await expect(snapshot(promptListing(prompt))).toMatchFileSnapshot(`../snapshots/prompt-${name}.json`);
  });
});

it('resources and prompts have unique names', () => {
  for (const all of [ALL_RESOURCES, ALL_PROMPTS]) expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  expect(new Set(ALL_RESOURCES.map(({ uri }) => uri)).size).toBe(ALL_RESOURCES.length);
});

it('icons of toolsets are inline SVGs of at most 240 bytes', () => {
  for (const toolset of ALL_TOOLSETS) {
    const [icon] = iconsOf(toolset);
    expect(icon?.src).toMatch(
      /^data:image\/svg\+xml,%3Csvg%20xmlns='http:\/\/www\.w3\.org\/2000\/svg'[^"<># ]+%3C\/svg%3E$/,
    );
    expect(JSON.stringify(icon).length).toBeLessThanOrEqual(240);
  }
});
