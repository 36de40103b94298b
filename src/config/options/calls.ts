import { defineSwitch } from './define-switch.ts';
import { defineOption } from './option.ts';
import { file, integer } from './value-types.ts';

/** Options of `calls`. */
export const CALL_OPTIONS = [
  defineOption({
    name: 'secret-file',
    flag: true,
    type: file(),
    defaultDescription: 'generated and shown once for vapi and generic',
    description: "file with the secret that signs the vendor's reports, on one line; - for stdin",
    example: './vendor-secret',
    commands: ['calls sources add', 'calls sources rotate'],
  }),
  defineOption({
    name: 'vendor-key-file',
    flag: true,
    type: file(),
    description: 'file with the API key that fetches conversations from telnyx and twilio; - for stdin',
    example: './vendor-key',
    commands: ['calls sources add', 'calls sources rotate'],
  }),
  defineSwitch({
    name: 'leaked',
    description: 'refuse the previous secret at once',
    commands: ['calls sources rotate'],
  }),
  defineOption({
    name: 'older-than-days',
    flag: true,
    type: integer({ min: 1, max: 36_500 }),
    description: 'erase all calls older than this many days',
    example: '365',
    commands: ['calls erase'],
  }),
  defineSwitch({
    name: 'list',
    description: 'only list the scenarios',
    commands: ['calls simulate'],
  }),
  defineSwitch({
    name: 'dry-run',
    description: 'show what would be imported, and change nothing',
    commands: ['calls import'],
  }),
] as const;
