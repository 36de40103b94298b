import { expect } from 'vitest';
import type { TestClient } from './clients.ts';

/** Calls a tool, and returns its answer without what says when and how it was read, which differs between servers. */
export async function comparableAnswer(client: TestClient, tool: string, args: Record<string, unknown>) {
  const { data, isError, text } = await client.call(tool, args);
  expect(isError, text).toBe(false);
  const { read_at: _, now_local: __, cursor, searched: ___, ...answer } = data;
  return { answer, hasCursor: cursor !== undefined };
}
