/** The views (MCP Apps, docs/views.md): what a host can draw answers with. */
export const VIEW_NAMES = ['agenda', 'call-review', 'activity'] as const;
export type ViewName = (typeof VIEW_NAMES)[number];
