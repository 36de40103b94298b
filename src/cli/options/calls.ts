import { defineOption } from './option.ts';
import { boolean, file } from './value-types.ts';

/** Options of `calls`. */
export const CALL_OPTIONS = [
  defineOption({
    name: 'secret-file',
    flag: true,
    type: file(),
    defaultDescription: 'made and shown once for vapi and generic',
    description:
      "calls sources add, rotate: a file with the secret that signs the vendor's reports, on one line; - for stdin",
    example: './vendor-secret',
    commands: ['calls'],
  }),
  defineOption({
    name: 'vendor-key-file',
    flag: true,
    type: file(),
    description:
      'calls sources add, rotate: a file with the API key with which conversations are fetched from telnyx and twilio; - for stdin',
    example: './vendor-key',
    commands: ['calls'],
  }),
  defineOption({
    name: 'list',
    flag: true,
    type: boolean(),
    default: false,
    description: 'calls simulate: only list the scenarios',
    example: 'true',
    commands: ['calls'],
  }),
  defineOption({
    name: 'dry-run',
    flag: true,
    type: boolean(),
    default: false,
    description: 'calls import: only show what would be imported',
    example: 'true',
    commands: ['calls'],
  }),
] as const;
