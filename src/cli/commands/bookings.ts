import { NO_SHOW } from '../../contract/index.ts';
import { systemClock } from '../../lib/time/clock.ts';
import type { Platform } from '../../platform/index.ts';
import { counting, countLine, noValues } from '../bookings/count-values.ts';
import { importBookings } from '../bookings/import/import-bookings.ts';
import { readPeriod } from '../bookings/period.ts';
import { bookingRecords, bookingsCsv } from '../bookings/rows.ts';
import { jsonArray } from '../exports/json-array.ts';
import { STDOUT, writeNewFile, writePieces } from '../exports/write-pieces.ts';
import { chosenAction } from '../runtime/arguments.ts';
import { idByName } from '../runtime/id-by-name.ts';
import type { CommandRun, Run } from '../runtime/run.ts';
import { createProgress } from '../terminal/progress.ts';
import { withPlatform } from './with-platform.ts';

/** Imports bookings of a CSV file into the embedded platform's database, and lists bookings with their values. */
export const runBookings: CommandRun = async (run) => {
  const { action, positionals } = chosenAction<CommandRun>(run, { import: importBookings, export: exportBookings });
  await action({ ...run, positionals });
};

const STATUSES = { active: 'confirmed', no_show: NO_SHOW, cancelled: 'cancelled', all: undefined } as const;

/** Bookings after which a terminal shows how far it is. */
const SHOWN_STEP = 1_000;

async function exportBookings(run: Run): Promise<void> {
  const { options, positionals, isTerminal, print, write } = run;
  const [path = STDOUT] = positionals;
  await withPlatform(run, async (platform) => {
    const { timeZone: zone } = await platform.profile();
    const period = readPeriod(options, zone, systemClock.now());
    const { start, end } = period;
    const list = await platform.bookings.list({ start, end, ...(await readFilters(run, platform)) });
    const count = noValues();
    // The list itself is on the terminal otherwise.
    const progress = path === STDOUT && isTerminal ? undefined : createProgress();
    const onCount = (number: number) => {
      if (number % SHOWN_STEP === 0) progress?.show(`${number.toLocaleString('en-US')} bookings`);
    };
    const counted = { ...list, bookings: counting(list.bookings, count, onCount) };
    const format = { zone, withNames: !options['without-names'] };
    const pieces = options.json
      ? jsonArray(bookingRecords(counted, format))
      : bookingsCsv(counted, { ...format, bom: options.bom });
    try {
      await (path === STDOUT ? writePieces(pieces, write) : writeNewFile(path, pieces));
    } finally {
      progress?.clear();
    }
    if (path !== STDOUT) print(`${path} is written.`);
    process.stderr.write(`${countLine(count, period, zone, list.currency)}\n`);
  });
}

/** The conditions of the options. @throws UsageError for the name of no service or person, or of several */
async function readFilters({ options: { service, staff, status } }: Run, { bookings }: Platform) {
  if (service === undefined && staff === undefined) return { status: STATUSES[status] };
  const known = await bookings.catalogue();
  return {
    serviceId: service === undefined ? undefined : idByName('service', service, known.services),
    staffId: staff === undefined ? undefined : idByName('staff', staff, known.staff),
    status: STATUSES[status],
  };
}
