import { VENDOR_NAMES } from '../../platform/intake/vendors/vendor.ts';
import type { CommandHelp } from './command-help.ts';

const SOURCE = { ID: 'id of the source, from calls sources list' };

/** The commands for calls and for the voice agents that report them. */
export const CALLS_HELP = {
  calls: {
    summary: 'show and import calls; connect voice agents such as Vapi or Retell',
    examples: [
      ['rcpt-mcp calls list', 'the latest calls'],
      ['rcpt-mcp calls sources add vapi --name "main line"', 'receive the calls of a voice agent'],
    ],
  },
  'calls sources': {
    summary: 'connect voice agents, whose calls then appear with transcripts',
    examples: [
      ['rcpt-mcp calls sources add vapi --name "main line"', 'prints address, secret and steps'],
      ['rcpt-mcp calls sources log', 'reports that arrived, and those that were refused'],
    ],
  },
  'calls sources add': {
    summary: 'connect a voice agent, and show what to configure at its vendor',
    arguments: { VENDOR: `one of ${VENDOR_NAMES.join(', ')}` },
    options: {
      name: 'name of the source, such as "main line"',
      'public-url': 'URL at which the vendor reaches the server, such as https://desk.example.com',
    },
    examples: [
      ['rcpt-mcp calls sources add vapi --name "main line" --public-url https://desk.example.com', ''],
      ['rcpt-mcp calls sources add retell --name "front desk" --secret-file ./retell-key', ''],
    ],
  },
  'calls sources list': {
    summary: 'list sources of calls, and how many reports each has sent',
    examples: [['rcpt-mcp calls sources list', '']],
  },
  'calls sources rotate': {
    summary: 'replace the secret of a source; both secrets are accepted for a day',
    arguments: SOURCE,
    examples: [
      ['rcpt-mcp calls sources rotate src_123', ''],
      ['rcpt-mcp calls sources rotate src_123 --leaked', 'refuses the previous secret at once'],
    ],
  },
  'calls sources remove': {
    summary: 'disconnect a source; its calls stay',
    arguments: SOURCE,
    examples: [['rcpt-mcp calls sources remove src_123', '']],
  },
  'calls sources log': {
    summary: 'list the latest reports of calls, with the outcome of each',
    arguments: { ID: 'id of one source (default: all sources)' },
    examples: [['rcpt-mcp calls sources log --limit 100', '']],
  },
  'calls sources replay': {
    summary: 'process a stored report again, after an upgrade or a new API key',
    arguments: { REPORT_ID: 'id of the report, from calls sources log' },
    examples: [['rcpt-mcp calls sources replay rep_123', '']],
  },
  'calls list': {
    summary: 'list the latest calls',
    examples: [['rcpt-mcp calls list --limit 100', '']],
  },
  'calls show': {
    summary: 'show one call with its conversation',
    arguments: { ID: 'id of the call, from calls list' },
    examples: [['rcpt-mcp calls show call_123', '']],
  },
  'calls erase': {
    summary: 'erase what one call, or all old ones, tell about the caller',
    details:
      'Overwrites telephone number, summary and what was said, and deletes the reports. It asks first. Time, length and outcome stay, so that counts stay right.',
    arguments: { ID: 'id of the call, from calls list' },
    options: { yes: 'erase without asking' },
    examples: [
      ['rcpt-mcp calls erase call_123', 'shows which call it is, and asks'],
      ['rcpt-mcp calls erase --older-than-days 365', 'counts them, and asks'],
    ],
  },
  'calls import': {
    summary: 'import earlier calls from a file',
    arguments: { FILE: 'JSON Lines file with one report of a call on each line' },
    examples: [['rcpt-mcp calls import history.jsonl --dry-run', 'change nothing']],
  },
  'calls simulate': {
    summary: 'add an invented call to the demo business',
    examples: [['rcpt-mcp calls simulate --scenario price_crown', '']],
  },
} as const satisfies Record<string, CommandHelp>;
