import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inPath, requirePackage } from '../../support/debian.ts';

const NAMES = ['chromium-headless-shell', 'chromium', 'google-chrome', 'chromium-browser'];

/** Path of a Chromium, which is installed if this machine has none; undefined where that is impossible. */
export const CHROMIUM = await requirePackage('chromium-headless-shell', () => inPath(...NAMES));

const FONTS = '/usr/share/fonts/truetype';

/**
 * The fonts of all pages in tests, by Debian package. Their files have been the same in all releases of Debian and Ubuntu
 * for years, so that pages look the same everywhere. DejaVu has the characters that Roboto does not have.
 */
const PACKAGES = {
  'fonts-roboto-unhinted': `${FONTS}/roboto/unhinted/RobotoTTF`,
  'fonts-dejavu-core': `${FONTS}/dejavu`,
};

/** The environment in which a Chromium finds these fonts and no others. */
export interface FontEnvironment {
  env: Record<string, string>;
  remove(): void;
}

/** Both are installed on import: the first installation takes longer than a hook of a test may. */
const hasFonts = CHROMIUM !== undefined && (await installFonts());

async function installFonts(): Promise<boolean> {
  for (const [name, folder] of Object.entries(PACKAGES)) {
    const found = await requirePackage(name, () => (existsSync(folder) ? folder : undefined));
    if (found === undefined) return false;
  }
  return true;
}

/** Writes the configuration of the fonts. Where they cannot be installed, pages have those of the machine. */
export function fontEnvironment(): FontEnvironment {
  if (!hasFonts) return { env: {}, remove: () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'rcpt-fonts-'));
  const file = join(folder, 'fonts.conf');
  writeFileSync(file, configuration(folder));
  return { env: { FONTCONFIG_FILE: file }, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A configuration of fontconfig with these fonts alone, without what the machine prefers (hinting, subpixels). */
function configuration(cache: string): string {
  const folders = Object.values(PACKAGES).map((folder) => `<dir>${folder}</dir>`);
  const generic = { 'sans-serif': 'Roboto', serif: 'DejaVu Serif', monospace: 'DejaVu Sans Mono' };
  const aliases = Object.entries(generic).map(
    ([name, font]) => `<alias binding="same"><family>${name}</family><prefer><family>${font}</family></prefer></alias>`,
  );
  // Every other name, also that of the system's own font.
  const others = ['Roboto', 'DejaVu Sans'].map((font) => `<string>${font}</string>`).join('');
  // fonts-dejavu-extra has the same folder.
  const extra = ['Condensed', 'ExtraLight', 'MathTeXGyre'].map((name) => `<glob>*DejaVu*${name}*</glob>`);
  const edits = { antialias: '<bool>true</bool>', hinting: '<bool>false</bool>', rgba: '<const>none</const>' };
  const match = Object.entries(edits).map(([name, value]) => `<edit name="${name}" mode="assign">${value}</edit>`);
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>
${folders.join('')}<cachedir>${cache}</cachedir>
<selectfont><rejectfont>${extra.join('')}</rejectfont></selectfont>
${aliases.join('\n')}
<match target="pattern"><edit name="family" mode="append_last" binding="same">${others}</edit></match>
<match target="font">${match.join('')}</match>
</fontconfig>`;
}
