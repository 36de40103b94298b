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
      "a file with a local copy of a remote platform's bookings, contacts, calls and transcripts, so that searches need not read all of them; off by default. docs/privacy.md says what it holds",
    example: './receptionist-index.db',
    commands: [...SERVERS, 'index'],
  }),
  defineOption({
    name: 'index-max-mib',
    env: 'RCPT_INDEX_MAX_MIB',
    flag: true,
    type: integer({ min: 16, max: 1_048_576 }),
    default: 4_096,
    description: 'maximum size of the file of --index, in MiB; a platform with more is searched without it',
    example: '1024',
    commands: SERVERS,
  }),
  defineOption({
    name: 'index-reconcile',
    env: 'RCPT_INDEX_RECONCILE',
    flag: true,
    type: duration({ min: 60_000, max: 7 * 86_400_000 }),
    default: 6 * 3_600_000,
    description:
      'how often --index reads each whole list again, for changes that neither notifications nor new records show; 60s to 168h',
    example: '1h',
    commands: SERVERS,
  }),
] as const;
