import { expect, it } from 'vitest';
import { restrictTools } from '../../src/tools/core/registry.ts';
import { ALL_TOOLS } from '../../src/tools/index.ts';

it('tools that a caller may not use are listed in their order, each with its reason', () => {
  const hidden = [{ name: 'list_webhooks', reason: 'toolset webhooks is off' }];
  const tools = ALL_TOOLS.filter(({ toolset }) => ['bookings', 'contacts'].includes(toolset));
  const selection = restrictTools({ offered: tools, hidden }, { toolsets: ['bookings'], readOnly: true });
  const reasons = tools.flatMap(({ name, toolset, effect }) => {
    if (toolset === 'contacts') return [{ name, reason: 'toolset contacts is off for this caller' }];
    return effect === 'read' ? [] : [{ name, reason: 'this caller may only read' }];
  });
  expect(reasons.length).toBeGreaterThan(3);
  expect(selection.hidden).toEqual([...hidden, ...reasons]);
  expect(selection.offered).toEqual(tools.filter(({ toolset, effect }) => toolset === 'bookings' && effect === 'read'));
});
