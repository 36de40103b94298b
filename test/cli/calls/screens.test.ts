import { describe, expect, it } from 'vitest';
import { instructions, sourceScreen } from '../../../src/cli/calls/source-screen.ts';
import { VENDOR_GUIDES } from '../../../src/cli/calls/vendor-guides.ts';
import { VENDOR_NAMES } from '../../../src/platform/intake/vendors/vendor.ts';
import { runAsInstalled } from '../../support/as-installed.ts';

/** What `calls sources add` prints for each vendor. */
runAsInstalled();
const ID = 'src_7d0m4k2q9x8w1c3v';
const counts = { understood: 0, kept: 0, pending: 0, failed: 0 };

function added(vendor: (typeof VENDOR_NAMES)[number], { hasCredential = false, isStored = true } = {}) {
  const isOurs = VENDOR_GUIDES[vendor].secretPlace === undefined;
  const times = { createdAt: '2199-01-01T00:00:00Z', lastReportAt: null, previousSecretUntil: null };
  const state = { ...times, awaitsSecret: !isOurs && !isStored, hasCredential, counts, refused: [] };
  return {
    source: { id: ID, vendor, name: `The ${'long '.repeat(20)}desk`, ...state },
    secret: isOurs ? `whsec_${'A'.repeat(43)}=` : undefined,
    publicUrl: undefined,
    database: { options: { database: undefined }, sources: {} },
  };
}

describe.each(VENDOR_NAMES)('the screen for %s', (vendor) => {
  it.each([false, true])('has at most 25 lines of 100 columns (with an API key: %s)', (hasCredential) => {
    const lines = sourceScreen(added(vendor, { hasCredential }));
    expect(lines.length).toBeLessThanOrEqual(25);
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(100);
  });

  it('names the address, the command that shows deliveries and the page', () => {
    const text = sourceScreen(added(vendor)).join('\n');
    expect(text).toContain(`Address   https://YOUR-PUBLIC-ADDRESS/api/intake/${ID}\n`);
    expect(text).toContain(`rcpt-mcp calls sources log ${ID}`);
    expect(text).toContain(`docs/voice/${vendor}.md`);
  });

  it('shows a secret that was made here, and says that one of the vendor is stored', () => {
    const screen = added(vendor);
    const text = sourceScreen(screen).join('\n');
    if (screen.secret) expect(text).toContain(`Secret    ${screen.secret}\n          It is shown this once.`);
    else expect(text).toContain(`stored: ${VENDOR_GUIDES[vendor].signer} from your file.`);
  });
});

it('the screen for a vendor that makes its secret for an address says how the secret is stored afterwards', () => {
  const screen = added('elevenlabs', { isStored: false });
  expect(sourceScreen(screen).join('\n')).toContain('not stored yet: ElevenLabs makes it for this address.');
  expect(instructions(screen).at(-1)).toContain(`rcpt-mcp calls sources rotate ${ID} --secret-file FILE`);
  expect(instructions(added('elevenlabs')).join()).not.toContain('rotate');
});

it.each(['telnyx', 'twilio'] as const)('the screen for %s says how conversations are fetched', (vendor) => {
  expect(sourceScreen(added(vendor)).join('\n')).toContain(`rotate ${ID} --vendor-key-file FILE`);
  const stored = sourceScreen(added(vendor, { hasCredential: true })).join('\n');
  expect(stored).toContain('API key   stored; conversations are fetched with it.');
  expect(stored).not.toContain('--vendor-key-file');
});
