import { defineOption, SERVERS } from './option.ts';
import { duration, file, integer } from './value-types.ts';

/** The local copy of a remote platform, which answers searches. */
export const INDEX_OPTIONS = [
  defineOption({
    name: 'index',
    env: 'RCPT_INDEX',
    flag: true,
    type: file(),
    description:
      "file for a local copy of a remote platform's bookings, contacts, calls and transcripts, so that searches need few requests. It contains personal data. Off by default",
    example: './receptionist-index.db',
    commands: [...SERVERS, 'index'],
  }),
  defineOption({
    name: 'index-max-mib',
    env: 'RCPT_INDEX_MAX_MIB',
    flag: true,
    type: integer({ min: 16, max: 1_048_576 }),
    default: 4_096,
    description: 'maximum size of the file --index in MiB; a platform with more data is searched without the index',
    example: '1024',
    commands: SERVERS,
  }),
  defineOption({
    name: 'index-reconcile',
    env: 'RCPT_INDEX_RECONCILE',
    flag: true,
    type: duration({ min: 60_000, max: 7 * 86_400_000 }),
    default: 6 * 3_600_000,
    defaultDescription: '6h',
    description:
      'interval at which --index reads each whole list again, to find changes that neither notifications nor new records show; 60s to 168h',
    example: '1h',
    commands: SERVERS,
  }),
] as const;
