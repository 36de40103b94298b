import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createEventBus, type PlatformEvent } from '../../src/events/index.ts';
import { silentLogger } from '../../src/lib/logging/logger.ts';
import type { ToolContext } from '../../src/tools/core/context.ts';
import type { ToolDefinition } from '../../src/tools/core/define.ts';
import { eventTools } from '../../src/tools/events.ts';
import { manualClock } from '../support/clock.ts';

const clock = manualClock('2026-03-02T09:00:00Z');
const key = randomBytes(32);

it('an event that arrives while list_recent_events asks for gaps is in its answer or in the one after it', async () => {
  const bus = createEventBus({ clock, logger: silentLogger });
  const emit = (id: string) => {
    const at = new Date(clock.now()).toISOString();
    const event: PlatformEvent = {
      id,
      type: 'contact.created',
      at,
      receivedAt: at,
      kind: 'contact',
      recordId: id,
      source: 'poll',
      data: {},
    };
    bus.emit(event);
  };
  const context = {
    // Replicas ask the database.
    events: {
      sources: ['poll'],
      open: async () => bus,
      isBehind: () => false,
      async knownGaps() {
        emit('later');
        return [];
      },
    },
    time: { range: async () => ({}), zone: 'UTC', describe: () => undefined },
    settings: { maxTokens: 10_000 },
    signingKey: async () => key,
    offered: ['list_contacts', 'get_contact'],
    clock,
  } as unknown as ToolContext;
  const [tool] = eventTools as [ToolDefinition];
  const list = async (cursor?: string) => {
    const { items, cursor: next } = (await tool.run({ cursor }, context)) as {
      items: { record_id: string }[];
      cursor: string;
    };
    return { ids: items.map((item) => item.record_id), next };
  };
  emit('earlier');
  const first = await list();
  const second = await list(first.next);
  expect([...first.ids, ...second.ids]).toEqual(['earlier', 'later']);
});
