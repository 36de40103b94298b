import type { Engine } from '../engine.ts';
import type { Db } from '../schema.ts';
import { foundation } from './001-foundation.ts';
import { deliveries } from './002-deliveries.ts';
import { secrets } from './003-secrets.ts';
import { deliveryWorkers } from './004-delivery-workers.ts';
import { business } from './005-business.ts';
import { calendars } from './006-calendars.ts';
import { idempotency } from './007-idempotency.ts';
import { bookingTimes } from './008-booking-times.ts';
import { callReports } from './009-call-reports.ts';
import { calendarFeeds } from './010-calendar-feeds.ts';
import { listFilters } from './011-list-filters.ts';
import { derived } from './012-derived.ts';
import { summaries } from './013-summaries.ts';
import { promises } from './014-promises.ts';
import { listedWords } from './015-listed-words.ts';
import { sequences } from './016-sequences.ts';
import { bookingDays } from './017-booking-days.ts';
import { sequenceTable } from './018-sequence-table.ts';
import { formerStaff } from './019-former-staff.ts';
import { erasedCalls } from './020-erased-calls.ts';
import { noShows } from './021-no-shows.ts';

export interface Migration {
  /** Recorded in the database; never changes once released. */
  name: string;
  up: (tx: Db, engine: Engine) => Promise<void>;
}

/** In the order of their application. Modules, not files read at run time, so that they are bundled. */
export const MIGRATIONS: readonly Migration[] = [
  { name: '001-foundation', up: foundation },
  { name: '002-deliveries', up: deliveries },
  { name: '003-secrets', up: secrets },
  { name: '004-delivery-workers', up: deliveryWorkers },
  { name: '005-business', up: business },
  { name: '006-calendars', up: calendars },
  { name: '007-idempotency', up: idempotency },
  { name: '008-booking-times', up: bookingTimes },
  { name: '009-call-reports', up: callReports },
  { name: '010-calendar-feeds', up: calendarFeeds },
  { name: '011-list-filters', up: listFilters },
  { name: '012-derived', up: derived },
  { name: '013-summaries', up: summaries },
  { name: '014-promises', up: promises },
  { name: '015-listed-words', up: listedWords },
  { name: '016-sequences', up: sequences },
  { name: '017-booking-days', up: bookingDays },
  { name: '018-sequence-table', up: sequenceTable },
  { name: '019-former-staff', up: formerStaff },
  { name: '020-erased-calls', up: erasedCalls },
  { name: '021-no-shows', up: noShows },
];
