import * as z from 'zod';
import { transcriptFields } from '../../contract/read-transcript.ts';
import { defineTool } from '../core/define.ts';
import * as field from '../core/fields.ts';
import { callDetailShape, presentCallDetail } from '../presenters/call.ts';
import { provenance, provenanceOf } from '../presenters/record.ts';

export const getCall = defineTool({
  name: 'get_call',
  title: 'Get a call',
  description: 'Read the result of one call: summary, outcome, caller, length of the transcript.',
  toolset: 'calls',
  effect: 'read',
  scope: 'read:calls',
  view: 'call-review',
  input: () => z.strictObject({ call_id: field.callId() }),
  output: () => z.object({ call: callDetailShape(), time_zone: z.string(), ...provenance() }),
  async run({ call_id: id }, context) {
    const { api, time, signal } = context;
    const read = await api.getCall({ id, signal });
    const provenance = provenanceOf(read, transcriptFields(read));
    return { call: presentCallDetail(read, context), time_zone: time.zone, ...provenance };
  },
});
