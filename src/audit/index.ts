import { randomUUID } from 'node:crypto';
import type { RequestContext } from '../lib/http/request-context.ts';
import { escapeToOneLine } from '../lib/logging/logger.ts';
import type { Clock } from '../lib/time/clock.ts';

/** Writes complete lines in order. Rejects if a line was not written. */
export type WriteLine = (line: string) => Promise<void>;

/** Writes two JSON lines per write of a tool: one before it, one with its outcome. */
export function createAudit(writeLine: WriteLine, clock: Clock) {
  const line = (event: 'begin' | 'end', fields: Record<string, unknown>) =>
    writeLine(`${escapeToOneLine(JSON.stringify({ time: new Date(clock.now()).toISOString(), event, ...fields }))}\n`);
  return {
    async begin({
      tool,
      recordId,
      about,
    }: {
      tool: string;
      recordId?: string | undefined;
      about?: Partial<Pick<RequestContext, 'id' | 'client' | 'principal'>> | undefined;
    }) {
      const write = {
        write_id: randomUUID(),
        tool,
        principal: about?.principal,
        client: about?.client,
        request_id: about?.id,
      };
      await line('begin', { ...write, record_id: recordId });
      return (end: {
        outcome: string;
        recordId?: string | undefined;
        repeated?: boolean | undefined;
        error?: string;
      }) => {
        const { outcome, recordId: record_id, repeated, error } = end;
        return line('end', { ...write, record_id, outcome, ...(repeated ? { repeated } : {}), error });
      };
    },
  };
}
