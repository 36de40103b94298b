import { CommandError } from '../../config/usage-error.ts';
import { pluralize } from '../../lib/text/text.ts';
import type { ErasurePlan } from '../../platform/index.ts';
import { withPlatform } from '../commands/with-platform.ts';
import { writeNewFile } from '../exports/write-pieces.ts';
import type { CommandRun } from '../runtime/run.ts';
import { findCustomer } from './find-customer.ts';

/** `contacts data`: writes what the records tell about one customer, as a page for the customer, or as JSON. */
export const writeCustomerData: CommandRun = async (run) => {
  const { options, print, positionals } = run;
  const [customer, path] = positionals as [string, string];
  await withPlatform(run, async (platform) => {
    const { ErasureError } = await import('../../platform/index.ts');
    const { id } = await findCustomer(platform, run, customer);
    const include = [...new Set(options.include ?? [])];
    const format = options.json ? 'json' : 'page';
    const copy = await platform.customerData.copy(id, format, include).catch((error: unknown) => {
      throw error instanceof ErasureError ? new CommandError(error.message) : error;
    });
    const { text, plan, bookings, calls } = copy;
    await writeNewFile(path, [text]);
    print(
      `${path} is written: ${id}, ${pluralize(bookings.length, 'booking')} and ${pluralize(calls.length, 'call')}.`,
    );
    for (const sentence of leftOut(plan)) print(sentence);
    print('Recordings, and what the vendor of the voice agent stores, are at the vendor: docs/privacy.md.');
  });
};

/** Says which records are not in the file. They may be those of another person: only the operator can know. */
function leftOut({ possible, ofOthers, callsOfOthers }: ErasurePlan): string[] {
  const { contacts, bookings, calls } = possible;
  const maybe = [...new Set([...contacts, ...bookings, ...calls, ...ofOthers, ...callsOfOthers])];
  if (maybe.length === 0) return [];
  const records = maybe.length === 1 ? '1 record that may' : `${maybe.length} records that may`;
  return [
    `${records} be of the same customer ${maybe.length === 1 ? 'is' : 'are'} not in the file: ${maybe.join(', ')}. Look at each in the dashboard. To add one, repeat the command with --include ID and another file.`,
  ];
}
