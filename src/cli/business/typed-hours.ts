import { isObject } from '../../lib/json.ts';
import { OpeningHoursError } from '../../lib/time/opening-hours.ts';
import { readTypedHours } from '../../lib/time/typed-hours.ts';
import { readTypedPeriods } from '../../lib/time/typed-periods.ts';
import type { FieldProblem, FilePath } from './positions.ts';

/** Writes the hours in the content of a business file as the schema has them. What is no text stays as it is. */
export function readHours(content: unknown): { content: unknown; problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const read = (text: string, path: FilePath): string => {
    try {
      return path.at(-1) === 'hours' ? readTypedPeriods(text) : readTypedHours(text, 'en');
    } catch (error) {
      if (!(error instanceof OpeningHoursError)) throw error;
      problems.push({ path, message: error.message });
      return text;
    }
  };
  const visit = (value: unknown, path: FilePath): unknown => {
    const isHours = path.includes('opening_hours') || path.at(-1) === 'hours';
    if (typeof value === 'string') return isHours ? read(value, path) : value;
    if (Array.isArray(value)) return value.map((part, index) => visit(part, [...path, index]));
    if (!isObject(value)) return value;
    // In YAML, "Sat: 9-12" is a field.
    if (isHours)
      problems.push({ path, message: 'must be a text without a colon behind the days, such as Sat 09:00-12:00' });
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, visit(part, [...path, name])]));
  };
  return { content: visit(content, []), problems };
}
