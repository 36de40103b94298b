import { defineOption } from './option.ts';
import { boolean, file } from './value-types.ts';

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
  defineOption({
    name: 'list',
    flag: true,
    type: boolean(),
    default: false,
    description: 'only list the scenarios',
    example: 'true',
    commands: ['calls simulate'],
  }),
  defineOption({
    name: 'dry-run',
    flag: true,
    type: boolean(),
    default: false,
    description: 'show what would be imported, and change nothing',
    example: 'true',
    commands: ['calls import'],
  }),
] as const;
