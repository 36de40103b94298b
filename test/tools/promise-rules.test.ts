import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { findCandidates } from '../../src/lib/promises/candidates.ts';
import { hasSeveralParts } from '../../src/lib/promises/promise-parts.ts';
import { toStored } from '../../src/platform/derived/stored-candidates.ts';
import { DERIVED_VERSION } from '../../src/platform/derived/versions.ts';

/** A digest of what each version of the rules finds in the sentences below. Those of released versions never change. */
const RECORDED: Record<number, string> = {
  4: '88d27a215dd13000a5884f7998974c7f814611fe164f0f9a7e9a01878402df9b',
};

/** Turns of several sentences, which `promises/*.yaml` do not have. */
const TURNS = [
  'We will call you back tomorrow about the invoice. And on Friday about the X-ray.',
  'Wir rufen Sie morgen wegen der Rechnung zurück. Und am Freitag wegen der Röntgenbilder.',
  'Le llamaremos mañana por la factura. Y el viernes por la radiografía.',
  'Nous vous rappellerons demain au sujet de la facture. Et vendredi au sujet de la radio.',
  'La richiamiamo domani per la fattura. E il venerdì per la radiografia.',
  'Ligamos para você amanhã sobre a fatura. E na sexta-feira sobre a radiografia.',
  'Anna will call you today about the bill, and Beat will call you on Friday about the X-ray.',
];

function texts(language: string): string[] {
  const file = new URL(`./promises/${language}.yaml`, import.meta.url);
  const halves = parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string[]>>;
  return Object.values(halves).flatMap((half) => Object.values(half).flat());
}

async function found(text: string): Promise<string> {
  const [summary] = /(?<=^summary: ).*/s.exec(text) ?? [undefined];
  const turns = summary === undefined ? [{ turn: 1, speaker: 'receptionist', text }] : [];
  const candidates = await findCandidates({ turns, summary, status: 'completed', outcome: undefined });
  return JSON.stringify([
    candidates.map(({ kind }) => kind),
    toStored(candidates),
    candidates.map((one) => hasSeveralParts(text, one)),
  ]);
}

it('rules of promises that find anything else have a version of their own, so that stored calls are computed again', async () => {
  const all = [...['en', 'es', 'de', 'fr', 'it', 'pt'].flatMap(texts), ...TURNS];
  expect(all.length).toBeGreaterThan(500);
  const digest = createHash('sha256');
  for (const text of all) digest.update(`${await found(text)}\n`);
  // If this fails, raise `DERIVED_VERSION.calls` with a migration (src/platform/derived/versions.ts), and add the new digest.
  expect({ [DERIVED_VERSION.calls]: digest.digest('hex') }).toEqual({
    [DERIVED_VERSION.calls]: RECORDED[DERIVED_VERSION.calls],
  });
});
