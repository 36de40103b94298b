import { describe, expect, it } from 'vitest';
import { annotationOf, SCOPES } from '../../src/contract/index.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { toolListing } from '../../src/server/index.ts';
import { ALL_TOOLS, DEFAULT_TOOLSETS, TOOLSETS, toolAnnotations } from '../../src/tools/index.ts';
import { LOCAL_TOOLS, VALID_ARGUMENTS } from '../support/arguments.ts';

/** Rules for every tool. */
describe.each(ALL_TOOLS.map((tool) => [tool.name, tool] as const))('tool %s', (name, tool) => {
  const listing = toolListing(tool);
  const input = listing.inputSchema as JsonObject & { properties: Record<string, JsonObject> };

  it('has a name, a title and a description that hosts accept', () => {
    expect(name).toMatch(/^[a-z][a-z0-9_]{2,63}$/);
    expect(tool.title).toMatch(/^[A-Z][A-Za-z ]{3,40}$/);
    expect(tool.description.length).toBeLessThanOrEqual(300);
    // The first sentence decides whether the tool is found.
    expect(tool.description).toMatch(/^[A-Z][^.]{15,120}\./);
    expect(tool.description).not.toMatch(/\b(must|always|never) (call|use)\b/i);
  });

  it('belongs to a toolset and names an existing scope', () => {
    expect(Object.keys(TOOLSETS)).toContain(tool.toolset);
    if (tool.scope) expect(Object.keys(SCOPES)).toContain(tool.scope);
  });

  it('has all four annotations, which match its effect', () => {
    const { title, ...hints } = toolAnnotations(tool);
    expect(title).toBe(tool.title);
    expect(Object.keys(hints).sort()).toEqual(['destructiveHint', 'idempotentHint', 'openWorldHint', 'readOnlyHint']);
    expect(hints.readOnlyHint).toBe(tool.effect === 'read');
    expect(hints.readOnlyHint && hints.destructiveHint).toBe(false);
    expect(/^(get|list|find|search|lookup|summarize)_/.test(name)).toBe(tool.effect === 'read');
  });

  it('accepts a flat, strict object without unions at its root', () => {
    expect(input.type).toBe('object');
    expect(input.additionalProperties).toBe(false);
    for (const word of ['anyOf', 'oneOf', 'allOf', '$ref', '$defs', 'not']) expect(input).not.toHaveProperty(word);
    for (const [argument, schema] of Object.entries(input.properties)) {
      expect(argument).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(schema.type, argument).toMatch(/^(string|integer|number|boolean|array|object)$/);
      if (schema.type === 'object') expect(argument).toBe('additional_fields');
    }
    expect(JSON.stringify(listing)).not.toMatch(/"\$ref"|"pattern"|"\$schema"/);
  });

  it('names identifiers by their kind', () => {
    expect(Object.keys(input.properties)).not.toContain('id');
  });

  it('has an output schema that failed calls match too', () => {
    const output = listing.outputSchema as JsonObject & { properties: JsonObject };
    expect(output.type).toBe('object');
    expect(output).not.toHaveProperty('required');
    expect(Object.keys(output.properties)).toContain('error');
  });

  it('has valid arguments in the tests, so that the failure tests cover it', () => {
    if (!LOCAL_TOOLS.includes(name)) expect(tool.input.safeParse(VALID_ARGUMENTS[name]).success).toBe(true);
  });

  it('matches the snapshot of its listing', async () => {
    await expect(`${JSON.stringify(listing, null, 2)}\n`).toMatchFileSnapshot(`../snapshots/${name}.json`);
  });
});

it('tools have unique names, and there are at most 25 by default and 37 in total', () => {
  expect(new Set(ALL_TOOLS.map((tool) => tool.name)).size).toBe(ALL_TOOLS.length);
  expect(ALL_TOOLS.filter(({ toolset }) => DEFAULT_TOOLSETS.includes(toolset)).length).toBeLessThanOrEqual(25);
  expect(ALL_TOOLS.length).toBeLessThanOrEqual(37);
});

it('annotationOf finds annotations inside of optional and nullable schemas', async () => {
  const { freeText, phone } = await import('../../src/contract/index.ts');
  expect(annotationOf(freeText().nullable().optional())).toEqual({ untrusted: true });
  expect(annotationOf(phone().nullish())).toEqual({ untrusted: true, personal: 'phone' });
});
