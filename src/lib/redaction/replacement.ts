/** A range of a text, by its indices; `end` is exclusive. */
export interface TextRange {
  start: number;
  end: number;
}

/** A range of text and its replacement. */
export interface Replacement extends TextRange {
  mask: string;
}

/** Applies replacements that are in order and do not overlap. */
export function replaceAll(text: string, replacements: readonly Replacement[]): string {
  let result = '';
  let done = 0;
  for (const { start, end, mask } of replacements) {
    result += text.slice(done, start) + mask;
    done = end;
  }
  return result + text.slice(done);
}

/** Returns the replacements in order, and of two that overlap only the first. */
export function inOrder(replacements: readonly Replacement[]): Replacement[] {
  const sorted = [...replacements].sort((one, other) => one.start - other.start);
  let end = 0;
  return sorted.filter((replacement) => {
    if (replacement.start < end) return false;
    end = replacement.end;
    return true;
  });
}
