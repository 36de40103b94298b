import { expect, it } from 'vitest';
import { numberGroups, numberText, readNumbers } from '../../../src/web/lib/phone.ts';

it('a number is shown in the groups that the server states with an answer', () => {
  expect(numberText('+15185550169')).toBe('+15185550169');
  readNumbers({ _meta: { 'rcpt-mcp/view': { numbers: ['+1 518 555 0169'] } } });
  expect(numberText('+15185550169')).toBe('+1 518 555 0169');
  expect(numberGroups('+15185550169')).toEqual(['+1', '518', '555', '0169']);
});

it.each([
  [undefined],
  [{ 'rcpt-mcp/view': [] }],
  [{ 'rcpt-mcp/view': { numbers: '+1 518 555 0170' } }],
  [{ 'rcpt-mcp/view': { numbers: [null, 7, '+15185550170', '+1 518 555 0170 x', 'call +1 518 555 0170'] } }],
])('a number stays as it is if its groups are stated as %j', (_meta) => {
  readNumbers({ ...(_meta && { _meta }) });
  expect(numberGroups('+15185550170')).toEqual(['+15185550170']);
});
