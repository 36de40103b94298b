/** The AI clients whose configuration can be written. */
export const CLIENT_NAMES = [
  'claude-desktop',
  'claude-code',
  'cursor',
  'vscode',
  'windsurf',
  'codex',
  'gemini',
  'zed',
  'goose',
  'lm-studio',
  'cline',
] as const;
export type ClientName = (typeof CLIENT_NAMES)[number];

export const SCOPES = ['user', 'project'] as const;
export type Scope = (typeof SCOPES)[number];
