import type { CommandHelp } from './command-help.ts';

/** The commands for users, credentials and the local index. */
export const OPERATE_HELP = {
  users: {
    summary: 'manage the users of the dashboard',
    examples: [['rcpt-mcp users add sam@example.com --name "Sam Ortiz" --role admin', '']],
  },
  'users add': {
    summary: 'add a user, or change name, role and person of one',
    arguments: { EMAIL: 'e-mail address of the user' },
    options: {
      name: 'name of the user, such as "Sam Ortiz"; required for a new user',
      staff: 'id or name of the person with whose agenda the dashboard opens, or none (default: as it is)',
    },
    examples: [
      ['rcpt-mcp users add sam@example.com --name "Sam Ortiz" --role admin', ''],
      ['rcpt-mcp users add sam@example.com --staff "Dr. Dana Lee"', "the agenda opens with this person's appointments"],
    ],
  },
  'users list': {
    summary: 'list users, their roles and persons, and whether they have a password',
    examples: [['rcpt-mcp users list', '']],
  },
  'users remove': {
    summary: 'remove a user; the last owner stays',
    details: "The user's sessions and keys end.",
    arguments: { EMAIL: 'e-mail address of the user' },
    examples: [['rcpt-mcp users remove sam@example.com', '']],
  },
  'users set-password': {
    summary: 'set the dashboard password of a user',
    details: 'The password is typed on the terminal, or read from stdin or a file. Open sessions of the user end.',
    arguments: { EMAIL: 'e-mail address of the user' },
    examples: [
      ['rcpt-mcp users set-password sam@example.com', 'asks for the password'],
      ['rcpt-mcp users set-password sam@example.com --generate', 'a random password'],
    ],
  },
  keys: {
    summary: 'manage API keys of the embedded platform',
    examples: [['rcpt-mcp keys create --name "front desk"', 'a key, shown once']],
  },
  'keys create': {
    summary: 'create an API key, shown once',
    options: { name: 'label of the key, such as "front desk"', 'expires-in-days': 'lifetime of the key in days' },
    examples: [
      ['rcpt-mcp keys create --name "front desk"', ''],
      ['rcpt-mcp keys create --name "reports" --scopes read:bookings,read:calls --expires-in-days 90', ''],
    ],
  },
  'keys list': { summary: 'list API keys, without the keys themselves', examples: [['rcpt-mcp keys list', '']] },
  'keys revoke': {
    summary: 'revoke an API key immediately',
    arguments: { ID: 'id of the key, from keys list' },
    examples: [['rcpt-mcp keys revoke key_123', '']],
  },
  tokens: {
    summary: 'manage the tokens with which clients use http --auth token',
    details: 'A running server applies each change immediately.',
    examples: [['rcpt-mcp tokens create --name "front desk" --tokens ./tokens.jsonl', 'a token, shown once']],
  },
  'tokens create': {
    summary: 'create a token for one client, shown once',
    options: {
      name: 'name of the client that uses the token, such as "front desk"',
      tokens: 'file that gets the hash of the token',
      toolsets: 'groups of tools that the token can use (default: those of the server, without setup and keys)',
      'read-only': 'the token can use only tools that read',
      profile: 'voice: tools for the person on the telephone, for the token of a voice agent',
      'expires-in-days': 'lifetime of the token in days',
    },
    examples: [
      ['rcpt-mcp tokens create --name "front desk" --tokens ./tokens.jsonl', ''],
      ['rcpt-mcp tokens create --name reports --read-only --toolsets account,calls --tokens ./tokens.jsonl', ''],
      ['rcpt-mcp tokens create --name "phone agent" --profile voice --tokens ./tokens.jsonl', ''],
    ],
  },
  'tokens list': {
    summary: 'list tokens, without the tokens themselves',
    options: { tokens: 'file of hashed tokens' },
    examples: [['rcpt-mcp tokens list --tokens ./tokens.jsonl', '']],
  },
  'tokens revoke': {
    summary: 'revoke a token immediately',
    arguments: { NAME: 'name of the token, from tokens list' },
    options: { tokens: 'file of hashed tokens' },
    examples: [['rcpt-mcp tokens revoke "front desk" --tokens ./tokens.jsonl', '']],
  },
  index: {
    summary: "show or delete the local copy of a remote platform's records (--index)",
    examples: [['rcpt-mcp index status --index ./receptionist-index.db', '']],
  },
  'index status': {
    summary: "show how many of the platform's records the local index has",
    examples: [['rcpt-mcp index status --index ./receptionist-index.db', '']],
  },
  'index clear': {
    summary: 'delete the local index: its file, or with --index shared its schemas',
    examples: [
      ['rcpt-mcp index clear --index ./receptionist-index.db', ''],
      ['RCPT_STATE=postgres://rcpt@db.internal/rcpt rcpt-mcp index clear --index shared', ''],
    ],
  },
} as const satisfies Record<string, CommandHelp>;
