import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { CommandError, UsageError } from '../../config/usage-error.ts';
import { type CsvFile, openCsv } from '../../imports/csv/csv-file.ts';
import type { FileSource } from '../../imports/csv/source.ts';
import { ColumnError, ImportFileError } from '../../imports/errors.ts';
import { unreadableError } from '../runtime/text-file.ts';

/** Opens a CSV file. @throws CommandError, also from `rows`, if it cannot be read or is not CSV */
export async function openFile(path: string): Promise<CsvFile> {
  const file = await withFlags(async () => openCsv(await sourceOf(path)));
  return {
    ...file,
    async *rows() {
      try {
        yield* file.rows();
      } catch (error) {
        throw inFlags(error);
      }
    },
  };
}

async function sourceOf(path: string): Promise<FileSource> {
  const stats = await stat(path).catch((error: unknown) => {
    throw unreadableError(path, error);
  });
  if (!stats.isFile() && !stats.isDirectory())
    throw new CommandError(`${path} is not a file: it is read several times. Nothing was changed. Name a file.`);
  return {
    name: path,
    async *read() {
      try {
        yield* createReadStream(path) as AsyncIterable<Buffer>;
      } catch (error) {
        throw unreadableError(path, error);
      }
    },
  };
}

/** Runs a step of an import. @throws UsageError or CommandError in place of the errors of imports, with the flags that help */
export async function withFlags<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw inFlags(error);
  }
}

function inFlags(error: unknown): unknown {
  if (error instanceof ImportFileError) return new CommandError(error.message, { cause: error });
  if (!(error instanceof ColumnError)) return error;
  const { message, remedy } = error;
  return new UsageError(remedy ? `${message} ${remedy.text}, such as --map ${remedy.example}.` : `--map: ${message}`);
}
