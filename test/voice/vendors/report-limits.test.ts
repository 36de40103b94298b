import { describe, expect, it } from 'vitest';
import { callReportSchema, MAX_FIELDS, MAX_TEXT_LENGTH, MAX_TOOLS, MAX_TURNS } from '../../../src/contract/index.ts';
import type { VendorName } from '../../../src/platform/intake/vendors/vendor.ts';
import { reportIn, vendorNamed } from './support.ts';

const LONG = 'a'.repeat(MAX_TEXT_LENGTH + 5_000);
/** Facts of a call, more than a report has room for. */
const MANY_FACTS = Object.fromEntries(Array.from({ length: MAX_FIELDS + 50 }, (_, index) => [`fact ${index}`, index]));
/** A list in a list in a list: recursive code fails on it. */
const DEEP = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);

/** A call of each vendor with given turns of the caller, tools, a summary and facts. */
interface Parts {
  id?: unknown;
  texts?: readonly unknown[];
  tools?: readonly { name: unknown; arguments: unknown }[];
  summary?: unknown;
  facts?: unknown;
}
const BODIES: Partial<Record<VendorName, (parts: Parts) => unknown>> = {
  vapi: ({ id = 'call_1', texts = [], tools = [], summary, facts }) => ({
    message: {
      type: 'end-of-call-report',
      call: { id },
      analysis: { summary, structuredData: facts },
      artifact: {
        messages: [
          ...texts.map((message) => ({ role: 'user', message })),
          ...tools.map((tool) => ({ role: 'tool_calls', toolCalls: [{ function: tool }] })),
        ],
      },
    },
  }),
  retell: ({ id = 'call_1', texts = [], tools = [], summary, facts }) => ({
    event: 'call_analyzed',
    call: {
      call_id: id,
      call_analysis: { call_summary: summary, custom_analysis_data: facts },
      transcript_with_tool_calls: [
        ...texts.map((content) => ({ role: 'user', content })),
        ...tools.map((tool) => ({ role: 'tool_call_invocation', ...tool })),
      ],
    },
  }),
  elevenlabs: ({ id = 'call_1', texts = [], tools = [], summary, facts }) => ({
    type: 'post_call_transcription',
    data: {
      conversation_id: id,
      analysis: {
        transcript_summary: summary,
        data_collection_results: Object.fromEntries(
          Object.entries((facts ?? {}) as object).map(([name, value]) => [name, { value }]),
        ),
      },
      transcript: [
        ...texts.map((message) => ({ role: 'user', message })),
        ...tools.map((tool) => ({
          role: 'agent',
          tool_calls: [{ tool_name: tool.name, params_as_json: tool.arguments }],
        })),
      ],
    },
  }),
};

describe.each(Object.entries(BODIES))('a report of %s', (vendor, bodyOf) => {
  const read = (parts: Parts) => reportIn(vendor as VendorName, bodyOf(parts));

  it('long texts are cut with an ellipsis', () => {
    const report = read({
      texts: [LONG],
      tools: [{ name: LONG, arguments: LONG }],
      summary: LONG,
      facts: { note: LONG, [LONG]: 1 },
    });
    const [turn, tool] = [report.turns?.[0], report.tools?.[0]];
    for (const text of [turn?.text, tool?.arguments, tool?.name, report.summary, report.fields?.note])
      expect(text).toMatch(/^a{100,}…$/);
    expect(Object.keys(report.fields ?? {})).toContainEqual(expect.stringMatching(/^a+…$/));
    expect(callReportSchema().parse(report)).toEqual(report);
  });

  it('the first of too many turns and tools are kept', () => {
    const report = read({
      texts: Array.from({ length: MAX_TURNS + 10 }, (_, index) => `turn ${index}`),
      tools: Array.from({ length: MAX_TOOLS + 10 }, (_, index) => ({ name: `tool ${index}`, arguments: '{}' })),
    });
    expect(report.turns).toHaveLength(MAX_TURNS);
    expect(report.turns?.at(-1)?.text).toBe(`turn ${MAX_TURNS - 1}`);
    expect(report.tools).toHaveLength(MAX_TOOLS);
    expect(report.tools?.at(-1)?.name).toBe(`tool ${MAX_TOOLS - 1}`);
  });

  it('the first of too many facts are kept, with the number of those left out', () => {
    const { fields = {} } = read({ facts: MANY_FACTS });
    expect(Object.keys(fields ?? {})).toHaveLength(MAX_FIELDS);
    expect(fields).toMatchObject({ 'fact 0': 0, 'fact 198': 198, fields_left_out: 51 });
    expect(fields).not.toHaveProperty('fact 199');
  });

  it('facts that are lists or objects become JSON, and those that say nothing are left out', () => {
    const facts = JSON.parse(
      '{"list":[1,"b"],"object":{"a":null},"yes":true,"none":null,"empty":" ","no list":[],"__proto__":"x"," a ":"b"}',
    );
    const { fields } = read({ facts: { ...facts, deep: DEEP } });
    expect(fields).toMatchObject({ list: '[1,"b"]', object: '{"a":null}', yes: true, a: 'b' });
    for (const name of ['none', 'empty', 'no list', 'deep', '__proto__'])
      expect(Object.keys(fields ?? {})).not.toContain(name);
  });

  it('turns that are empty, null or no text are left out', () => {
    const report = read({ texts: [null, '', ' \n', 7, { text: 'no' }, ['no'], 'Yes.'] });
    expect(report.turns?.map(({ text }) => text)).toEqual(['Yes.']);
    expect(read({ texts: [] }).turns).toBeUndefined();
    expect(read({}).tools).toBeUndefined();
  });

  it.each([
    ['missing', null],
    ['empty', ''],
    ['a text with a space', 'call 1'],
    ['a text with an accent', 'cäll'],
    ['too long', 'c'.repeat(257)],
    ['an object', { id: 'call_1' }],
  ])('without an id, because it is %s, the body is unknown for a reason without its values', (_, id) => {
    const parsed = vendorNamed(vendor as VendorName).read(bodyOf({ id }) as Record<string, unknown>);
    expect(parsed).toMatchObject({
      kind: 'unknown',
      reason: expect.stringMatching(/^The report has no id of its call/),
    });
  });
});
