import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { callReportSchema } from '../../../src/contract/index.ts';
import { VENDORS } from '../../../src/platform/intake/vendors/index.ts';
import type { ParsedReport, VendorName } from '../../../src/platform/intake/vendors/vendor.ts';
import { BLAND } from './expected/bland.ts';
import { ELEVENLABS } from './expected/elevenlabs.ts';
import { RETELL } from './expected/retell.ts';
import { VAPI } from './expected/vapi.ts';

const folder = fileURLToPath(new URL('./fixtures', import.meta.url));
const EXPECTED = { bland: BLAND, elevenlabs: ELEVENLABS, retell: RETELL, vapi: VAPI };

describe.each(Object.entries(EXPECTED))(
  'the fixtures of %s',
  (vendor, expected: Readonly<Record<string, ParsedReport>>) => {
    it('each fixture has an expectation', () => {
      const files = readdirSync(folder).filter((file) => file.startsWith(`${vendor}-`));
      expect(files.map((file) => file.replace(/\.json$/, '')).sort()).toEqual(Object.keys(expected).sort());
    });

    it.each(Object.entries(expected))('%s is read as expected', (name, parsed) => {
      const body = JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8'));
      const read = VENDORS[vendor as VendorName]?.read(body);
      expect(read).toEqual(parsed);
      if (read?.kind === 'report') expect(callReportSchema().parse(read.report)).toEqual(read.report);
    });
  },
);
