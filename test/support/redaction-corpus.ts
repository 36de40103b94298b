import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { type Level, redactText, redactTurns, type SpokenTurn } from '../../src/lib/redaction/index.ts';

/**
 * The corpus of `--redact`: notes and conversations in six languages, written by hand and not from the rules. `tuning` is
 * the half that the rules were developed with. Of `held_out` only the score was read, and no failure looked into.
 */
export type Half = 'tuning' | 'held_out';
export const HALVES: readonly Half[] = ['tuning', 'held_out'];
export const LANGUAGES = { en: 'English', es: 'Spanish', de: 'German', fr: 'French', it: 'Italian', pt: 'Portuguese' };
export type Language = keyof typeof LANGUAGES;

interface Part {
  text: string;
  /** Ranges of the text that must not be shown. */
  secrets: readonly { start: number; end: number }[];
}

export interface CorpusCase {
  language: Language;
  half: Half;
  kind: string;
  isSensitive: boolean;
  /** A note has one part; a conversation has one for each turn, each with its speaker. */
  parts: readonly (Part & { speaker?: string })[];
}

interface Entry {
  half: Half;
  kind: string;
  text?: string;
  turns?: string[];
}

const folder = new URL('../security/corpus/', import.meta.url);

export function readCorpus(): CorpusCase[] {
  return readdirSync(folder).flatMap((file) => {
    const language = file.replace('.yaml', '') as Language;
    const { sensitive, harmless } = parse(readFileSync(new URL(file, folder), 'utf8')) as Record<string, Entry[]>;
    return [...toCases(sensitive ?? [], true, language), ...toCases(harmless ?? [], false, language)];
  });
}

function toCases(entries: readonly Entry[], isSensitive: boolean, language: Language): CorpusCase[] {
  return entries.map(({ half, kind, text, turns }) => {
    const parts = turns?.map((turn) => {
      const [, speaker = '', said = ''] = /^(\w+): (.*)$/s.exec(turn) ?? [];
      return { speaker, ...withoutBraces(said) };
    });
    return { language, half, kind, isSensitive, parts: parts ?? [withoutBraces(text ?? '')] };
  });
}

/** `card {4242} exp` is the text `card 4242 exp` with one secret. */
function withoutBraces(marked: string): Part {
  const secrets: { start: number; end: number }[] = [];
  let text = '';
  marked.split(/[{}]/).forEach((piece, index) => {
    if (index % 2 === 1) secrets.push({ start: text.length, end: text.length + piece.length });
    text += piece;
  });
  return { text, secrets };
}

/** The levels that must mask a sensitive case, and must leave a harmless one as it is. */
export function levelsOf({ isSensitive, kind }: CorpusCase): Level[] {
  return !isSensitive || kind === 'phone' || kind === 'email' ? ['contact', 'strict'] : ['strict'];
}

/** Returns the masked texts of a case, one for each part. */
export function redactCase({ parts }: CorpusCase, level: Level): string[] {
  if (parts.every(({ speaker }) => speaker === undefined)) return parts.map(({ text }) => redactText(text, level));
  return redactTurns(parts as readonly SpokenTurn[], level).map(({ text }) => text);
}

/** True if no letter and no digit of a secret is left, or if a harmless case is unchanged. */
export function isRight({ isSensitive, parts }: CorpusCase, masked: readonly string[]): boolean {
  if (!isSensitive) return parts.every(({ text }, index) => text === masked[index]);
  return parts.every(({ text, secrets }, index) => {
    const shown = shownPositions(text, masked[index] ?? '');
    return secrets.every(({ start, end }) => {
      for (let at = start; at < end; at++) if (shown.has(at) && /[\p{L}\p{N}]/u.test(text[at] as string)) return false;
      return true;
    });
  });
}

/** Everything that a mask can look like. The digits and the letter in it are left by design. */
const MASK = /\[(?:[a-z]+ )*(?:number|code|date|id|e-mail)\]|(?:\+\d{1,3})?…\d{0,4}|\S…(?=@)/gu;
/** Full-width characters may be replaced by those that they stand for. */
const folded = (text: string) => text.replace(/[！-～]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0));

/** Returns the positions of the original text that are left between masks. */
function shownPositions(original: string, masked: string): Set<number> {
  const shown = new Set<number>();
  const source = folded(original);
  const literals = folded(masked).split(MASK);
  let from = 0;
  for (const [index, literal] of literals.entries()) {
    const isLast = index === literals.length - 1;
    const at = isLast ? source.length - literal.length : source.indexOf(literal, from);
    if (at < from || !source.startsWith(literal, at))
      throw new Error(`masking changed other text: ${original} → ${masked}`);
    for (let position = at; position < at + literal.length; position++) shown.add(position);
    from = at + literal.length;
  }
  return shown;
}

export interface Score {
  sensitive: number;
  /** Sensitive cases that are masked at every level that promises it. */
  masked: number;
  harmless: number;
  /** Harmless cases that any level changes. */
  changed: number;
}

export const recall = ({ sensitive, masked }: Score) => masked / sensitive;
export const precision = ({ masked, changed }: Score) => masked / (masked + changed);
export const falsePositives = ({ harmless, changed }: Score) => changed / harmless;

/** Counts the results of a part of the corpus. */
export function score(cases: readonly CorpusCase[], redact = redactCase): Score {
  const result = { sensitive: 0, masked: 0, harmless: 0, changed: 0 };
  for (const one of cases) {
    const right = levelsOf(one).every((level) => isRight(one, redact(one, level)));
    if (one.isSensitive) {
      result.sensitive++;
      if (right) result.masked++;
    } else {
      result.harmless++;
      if (!right) result.changed++;
    }
  }
  return result;
}
