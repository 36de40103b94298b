import { type ErrorCode, LineCounter, parseDocument } from 'yaml';
import { CommandError } from '../../config/usage-error.ts';
import type { BusinessFile } from '../../contract/business.ts';
import { commandLine } from '../../lib/command-line.ts';
import { formatPath } from '../../lib/field-path.ts';
import { isObject } from '../../lib/json.ts';
import { cleanLine, truncate } from '../../lib/text/text.ts';
import { readFileState } from '../install/replace-file.ts';
import { decodeText } from '../runtime/text-file.ts';
import { checkFields } from './check-fields.ts';
import type { FieldProblem } from './positions.ts';
import { type FilePath, lineOf } from './positions.ts';
import { FileProblemsError, type LocatedProblem } from './problems.ts';

/** More than two thousand services and people with a year of absences each. */
const MAX_BYTES = 8 * 2 ** 20;
/** What is wrong with a text that is no YAML, where the parser speaks in its own terms. */
const YAML: Readonly<Partial<Record<ErrorCode, string>>> = {
  MULTIPLE_DOCS: 'a second YAML document begins here, which nothing would read: remove the line --- or ... before it',
  MULTILINE_IMPLICIT_KEY: 'a field needs a colon and a space behind its name, such as name: Cut',
  BLOCK_AS_IMPLICIT_KEY: 'the next line is indented too far, or the value has ": " and must be in quotes',
  UNEXPECTED_TOKEN: 'there is more behind the end of the value: write all of it in double quotes',
  DUPLICATE_KEY: 'the field is here a second time',
};
/** Messages repeat values of the file. */
const MAX_MESSAGE = 400;

export interface ReadBusinessFile {
  file: BusinessFile;
  /** The error for values that do not fit the business. */
  problems(found: readonly FieldProblem[]): FileProblemsError;
}

/**
 * Reads a business file in YAML or JSON, of which YAML is a superset.
 * @throws FileProblemsError, CommandError
 */
export async function readBusinessFile(path: string): Promise<ReadBusinessFile> {
  const { bytes } = await readFileState(path);
  if (!bytes) {
    throw new CommandError(
      `There is no file ${path}. ${commandLine('business init')} or ${commandLine('business export')} writes one.`,
    );
  }
  if (bytes.length > MAX_BYTES) throw new CommandError(`${path} is too long for a business file. Nothing was changed.`);
  return parseBusinessFile(decodeText(bytes, path), path);
}

/** @throws FileProblemsError */
export function parseBusinessFile(text: string, path: string): ReadBusinessFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
  const located = (found: readonly { line: number; path: FilePath; message: string }[]) =>
    new FileProblemsError(path, found.map(shown));
  // The others are what the parser makes of the rest after it.
  const [error] = document.errors;
  if (error) {
    throw located([{ line: lines.linePos(error.pos[0]).line, path: [], message: YAML[error.code] ?? error.message }]);
  }
  const problems = (found: readonly FieldProblem[]) =>
    located(found.map((problem) => ({ line: lineOf(document, lines, problem.path), ...problem })));
  const checked = checkFields(contentOf(document, problems));
  if ('problems' in checked) throw problems(checked.problems);
  return { file: checked.file, problems };
}

function contentOf(document: ReturnType<typeof parseDocument>, problems: ReadBusinessFile['problems']): unknown {
  let content: unknown;
  try {
    content = document.toJS();
  } catch (error) {
    // Aliases that would expand to very much data.
    throw problems([{ path: [], message: (error as Error).message }]);
  }
  if (content === null) throw problems([{ path: [], message: 'the file is empty; it needs fields such as name' }]);
  if (!isObject(content)) return content;
  // Editors find the schema of a JSON file by it.
  const { $schema, ...fields } = content;
  return fields;
}

const shown = ({ line, path, message }: { line: number; path: FilePath; message: string }): LocatedProblem => ({
  line,
  path: cleanLine(formatPath(path)),
  message: truncate(cleanLine(message), MAX_MESSAGE),
});
