/**
 * Replaces zod's English messages in the bundle (`scripts/build.ts`), which take 4 KB: the program has its own, `issueText`. Other
 * programs that import `rcpt-mcp/platform` share zod's configuration with it, and keep their language.
 */
export default () => ({});
