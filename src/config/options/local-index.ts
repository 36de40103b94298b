import { isMistakenUrl, isPostgresUrl } from '../../lib/database/database-url.ts';
import { WEEK_MS } from '../../lib/time/units.ts';
import { defineOption, InvalidValueError, SERVERS, type ValueType } from './option.ts';
import { duration, file, integer } from './value-types.ts';

/** The value of `--index` for an index in the database of `--state`. */
export const SHARED_INDEX = 'shared';

/** A path, or `shared`. The message does not repeat the value: a URL can have a password. */
const indexPlace: ValueType<string> = {
  ...file(),
  parse(value, names) {
    if (!isPostgresUrl(value) && !isMistakenUrl(value)) return file().parse(value, names);
    throw new InvalidValueError(
      `${names} must be a file, or ${SHARED_INDEX}: the database of --state (RCPT_STATE). Set --state to this URL, and --index to ${SHARED_INDEX}.`,
    );
  },
};

/** The local copy of a remote platform, which answers searches. */
export const INDEX_OPTIONS = [
  defineOption({
    name: 'index',
    env: 'RCPT_INDEX',
    flag: true,
    type: indexPlace,
    description:
      "file for a local copy of a remote platform's bookings, contacts, calls and transcripts, so that searches need few requests; shared: one copy for all replicas, in the database of --state. It contains personal data. Off by default",
    example: './receptionist-index.db',
    commands: [...SERVERS, 'index'],
  }),
  defineOption({
    name: 'index-max-mib',
    env: 'RCPT_INDEX_MAX_MIB',
    flag: true,
    type: integer({ min: 16, max: 1_048_576 }),
    default: 4_096,
    description: 'maximum size of --index in MiB; a platform with more data is searched without the index',
    example: '1024',
    commands: SERVERS,
  }),
  defineOption({
    name: 'index-reconcile',
    env: 'RCPT_INDEX_RECONCILE',
    flag: true,
    type: duration({ min: 60_000, max: WEEK_MS }),
    default: 6 * 3_600_000,
    defaultDescription: '6h',
    description:
      'interval at which --index reads each whole list again, to find changes that neither notifications nor new records show; 60s to 168h',
    example: '1h',
    commands: SERVERS,
  }),
] as const;
