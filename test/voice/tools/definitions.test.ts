import { describe, expect, it } from 'vitest';
import { countTokens, shownToModel } from '../../../scripts/token-cost.ts';
import { toolListing } from '../../../src/server/index.ts';
import { CONFIRMS, type ToolFailure, toolAnnotations, withConfirmation } from '../../../src/tools/index.ts';
import { spokenFailure, VOICE_TOOLS } from '../../../src/tools/voice/index.ts';
import { SPOKEN_LANGUAGES } from '../../../src/tools/voice/speech/languages/index.ts';
import { createSpeech } from '../../../src/tools/voice/speech/speech.ts';

const MAX_TOKENS = 900;

it('the voice profile has seven tools, whose definitions have fewer than 900 tokens', () => {
  expect(VOICE_TOOLS.map(({ name }) => name)).toEqual([
    'list_services',
    'get_opening_hours',
    'find_open_times',
    'create_booking',
    'list_bookings',
    'update_booking',
    'cancel_booking',
  ]);
  const texts = VOICE_TOOLS.map((tool) => {
    const shown = JSON.parse(shownToModel(tool)) as Record<string, unknown>;
    return JSON.stringify({ name: shown.name, title: tool.title, ...shown });
  });
  expect(texts.reduce((sum, text) => sum + countTokens(text), 0)).toBeLessThan(MAX_TOKENS);
});

describe.each(VOICE_TOOLS.map((tool) => [tool.name, tool] as const))('the tool %s', (_name, tool) => {
  const { inputSchema } = toolListing(tool) as unknown as {
    inputSchema: { additionalProperties: boolean; properties: Record<string, { type: string }> };
  };

  it('the tool is spoken, flat, and takes no number, address or id that finds another customer', () => {
    expect(tool.spoken).toBe(true);
    expect(Object.keys(tool.output.shape)).toEqual(['spoken', 'hint']);
    expect(inputSchema.additionalProperties).toBe(false);
    for (const [name, { type }] of Object.entries(inputSchema.properties)) {
      expect(name).not.toMatch(/email|phone|contact|_id$|^id$/);
      expect(type).toMatch(/^(string|boolean)$/);
    }
  });

  it('the description says that the answer is read aloud, and of a change that it is confirmed', () => {
    expect(tool.description).toMatch(/say the answer/i);
    const isChange = tool.effect !== 'read';
    expect(/confirmed: true/.test(tool.description)).toBe(isChange);
    expect('confirmed' in inputSchema.properties).toBe(isChange);
    expect(toolAnnotations(tool).readOnlyHint).toBe(!isChange);
  });

  it('the tool takes no confirmation token, whatever the operator wants to be confirmed', () => {
    for (const setting of CONFIRMS)
      expect(withConfirmation(tool, setting).input.shape).not.toHaveProperty('confirm_token');
  });

  it('the tool is audited only when it makes a change', () => {
    if (tool.effect === 'read') return;
    expect(tool.isDryRun?.({})).toBe(true);
    expect(tool.isDryRun?.({ confirmed: false })).toBe(true);
    expect(tool.isDryRun?.({ confirmed: true })).toBe(false);
  });
});

const KINDS: readonly ToolFailure['kind'][] = [
  ...(['unauthorized', 'forbidden', 'not_found', 'bad_request', 'precondition_failed', 'rate_limited'] as const),
  ...(['server_error', 'timeout', 'unreachable', 'connection_lost', 'untrusted_certificate', 'redirected'] as const),
  ...(['response_too_large', 'invalid_response', 'unconfirmed', 'cancelled', 'invalid_input'] as const),
  ...(['internal_error', 'declined', 'audit_unavailable', 'state_unavailable', 'concurrent_change'] as const),
  'not_configured' as const,
];

describe.each(Object.keys(SPOKEN_LANGUAGES))('a failure in %s', (language) => {
  const settings = { voice: { language, callerChecks: [] } } as unknown as Parameters<typeof spokenFailure>[1];
  const failures = createSpeech(language).phrases.failures;

  it.each(KINDS)('a failure of the kind %s is a sentence of the language, without anything of its message', (kind) => {
    const failure: ToolFailure = {
      kind,
      status: 418,
      message: 'The platform says: Bea Winter, bk_1, +13035550202',
      retryable: true,
      changed: 'no',
      retry_after_seconds: 77,
      error_id: 'err_1',
    };
    const said = spokenFailure(failure, settings);
    expect(Object.values(failures)).toContain(said);
    expect(said).not.toMatch(/\d|Bea|bk_|err_/);
    expect(said).not.toBe(failures.outcomeUnknown);
    expect(spokenFailure({ ...failure, changed: 'unknown' }, settings)).toBe(failures.outcomeUnknown);
  });
});
