import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { parseInput } from '../../src/tools/core/input.ts';
import { ALL_TOOLS, type ToolDefinition } from '../../src/tools/index.ts';
import { VOICE_TOOLS } from '../../src/tools/voice/index.ts';
import { VALID_ARGUMENTS } from '../support/arguments.ts';

/** Hosts with strict schemas send null for every optional argument, and some models an empty text. */
const OPTIONAL = [...ALL_TOOLS, ...VOICE_TOOLS].flatMap((tool) => {
  const { properties = {}, required = [] } = z.toJSONSchema(tool.input, { io: 'input' });
  return Object.keys(properties)
    .filter((name) => !required.includes(name))
    .map((name): [string, string, ToolDefinition] => [tool.name, name, tool]);
});

/** What a call is read as: its input, or why it is refused. */
const read = (tool: ToolDefinition, args: object): Promise<unknown> => parseInput(tool, args).catch(String);

describe('null for an optional argument', () => {
  it.each(OPTIONAL)('%s reads null for %s as an argument that is not given', async (_name, argument, tool) => {
    const { [argument]: _given, ...others } = VALID_ARGUMENTS[tool.name] ?? {};
    expect(await read(tool, { ...others, [argument]: null })).toEqual(await read(tool, others));
  });
});

describe('an empty text for an optional argument', () => {
  it.each(OPTIONAL.filter(([, , { effect }]) => effect === 'read' || effect === 'create'))(
    '%s refuses no empty text for %s',
    async (_name, argument, tool) => {
      const { [argument]: _given, ...others } = VALID_ARGUMENTS[tool.name] ?? {};
      const { [argument]: _empty, ...rest } = (await read(tool, { ...others, [argument]: '' })) as Record<
        string,
        unknown
      >;
      const { [argument]: _default, ...expected } = (await read(tool, others)) as Record<string, unknown>;
      expect(rest).toEqual(expected);
    },
  );
});
