import { ApiError } from '../../api/index.ts';
import { composePlatformReader, type PlatformReader } from '../../app/compose.ts';
import { explainDatabaseErrors } from '../../app/open-platform.ts';
import { readSettings, type Settings } from '../../config/settings.ts';
import { CommandError } from '../../config/usage-error.ts';
import { MAX_SERVICE_DAYS } from '../../contract/business.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { computerZone } from '../../lib/time/computer-zone.ts';
import { DAY_MS } from '../../lib/time/units.ts';
import { readDays } from '../agenda/days.ts';
import { agendaJson } from '../agenda/json.ts';
import { businessZone, makeAgenda } from '../agenda/make-agenda.ts';
import { readBookings, readDescription, readPrivateBusy } from '../agenda/read-records.ts';
import { agendaLines } from '../agenda/screen.ts';
import { requestFailure } from '../doctor/endpoint-errors.ts';
import { followUp } from '../runtime/follow-up.ts';
import type { CommandRun, Run } from '../runtime/run.ts';
import { painter } from '../terminal/paint.ts';
import { printJson } from '../terminal/print-json.ts';
import { requireGiven } from './with-platform.ts';

/** An appointment of the days before can last until this one: the longest service takes two days. In milliseconds. */
const LONGEST_MS = MAX_SERVICE_DAYS * DAY_MS;

/** `rcpt-mcp agenda`: a day or seven days of appointments, of the embedded platform or of a remote one. */
export const runAgenda: CommandRun = async (run) => {
  const [text = 'today'] = run.positionals;
  const settings = readSettings(run.options);
  const mustExist = !settings.remote && (await requireGiven(run, settings.database));
  const reader = composePlatformReader(settings, run.logger, { mayBeNew: !mustExist });
  try {
    await reader.open();
    await explainDatabaseErrors(show(run, { settings, reader, text }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new CommandError(`The appointments could not be read: ${requestFailure(error.details)}`, { cause: error });
  } finally {
    await reader.close();
  }
};

interface Request {
  settings: Settings;
  reader: PlatformReader;
  /** The day that was asked for. */
  text: string;
}

async function show(run: Run, { settings, reader, text }: Request): Promise<void> {
  const { options, colours, columns, print } = run;
  const { api } = reader;
  const now = systemClock.now();
  const platform = { api, clock: systemClock, extensions: reader.extensionsOf(api) };
  const description = await readDescription(platform);
  const zone = settings.timeZone ?? businessZone(description.business);
  const days = readDays({ text, isWeek: options.week }, zone ?? 'UTC', now);
  const window = { start: days.start - LONGEST_MS, end: days.end };
  const [booked, privateBusy] = await Promise.all([readBookings(platform, window), readPrivateBusy(platform, window)]);
  const { openingHours } = settings;
  const setHours = settings.remote ? '--opening-hours "Mon-Fri 09:00-17:00"' : followUp(run, 'business init');
  const agenda = makeAgenda({ ...description, ...booked, privateBusy }, days, { zone, openingHours, setHours, now });
  if (options.json) return printJson({ print }, agendaJson(agenda));
  for (const line of agendaLines(agenda, { width: columns, paint: painter(colours), computerZone: computerZone() }))
    print(line);
}
