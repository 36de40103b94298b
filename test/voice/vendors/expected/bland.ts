import type { ParsedReport } from '../../../../src/platform/intake/vendors/vendor.ts';

/** What each fixture of Bland says. */
export const BLAND: Readonly<Record<string, ParsedReport>> = {
  'bland-failed': {
    kind: 'report',
    event: 'post_call',
    report: {
      event: 'ended',
      call_id: '1234567',
      direction: 'outbound',
      phone: '+12125550178',
      business_phone: '+12125550100',
      status: 'missed',
      started_at: '2025-10-09T15:10:00.000Z',
      ended_at: '2025-10-09T15:10:00.000Z',
      duration_seconds: 0,
      fields: {
        completed: false,
        error: 'Call failed with SIP 404',
      },
    },
    rank: 10,
  },
  'bland-inbound': {
    kind: 'report',
    event: 'post_call',
    report: {
      event: 'ended',
      call_id: 'c8a1f0de-6f1e-4f7b-9a3c-aa27b3b1d001',
      direction: 'inbound',
      phone: '+12125550142',
      business_phone: '+12125550100',
      started_at: '2025-10-09T14:00:00.000Z',
      ended_at: '2025-10-09T14:01:33.000Z',
      duration_seconds: 93,
      language: 'en-US',
      summary: 'The caller asked for a cleaning.',
      recording_url: 'https://server.aws.dc5.bland.ai/v1/recordings/c8a1f0de',
      fields: {
        booked: true,
        day: 'Tuesday',
        service: 'cleaning',
        details: '{"teeth":3}',
        answered_by: 'human',
        call_ended_by: 'USER',
        completed: true,
        cost_usd: 0.14,
      },
      tools: [
        {
          name: 'agent-action',
          result: 'Ended call',
          offset_seconds: 92,
        },
      ],
      turns: [
        {
          speaker: 'receptionist',
          text: 'Good morning.',
          offset_seconds: 1.5,
        },
        {
          speaker: 'caller',
          text: 'A cleaning, please.',
          offset_seconds: 5.25,
        },
        {
          speaker: 'receptionist',
          text: 'Goodbye.',
          offset_seconds: 90,
        },
      ],
    },
    rank: 10,
  },
  'bland-live-event': {
    kind: 'unknown',
    event: 'call',
    reason: 'Events during a call are not used. Leave out webhook_events at Bland: the call is read from its end.',
  },
  'bland-no-answer': {
    kind: 'report',
    event: 'post_call',
    report: {
      event: 'ended',
      call_id: 'bland-no-answer',
      direction: 'outbound',
      phone: '+12125550178',
      business_phone: '+12125550100',
      status: 'missed',
      started_at: '2025-10-09T15:00:00.000Z',
      ended_at: '2025-10-09T15:00:30.000Z',
      duration_seconds: 30,
      outcome: 'no_answer',
      fields: {
        answered_by: 'no-answer',
        completed: false,
      },
    },
    rank: 10,
  },
  'bland-outbound-voicemail': {
    kind: 'report',
    event: 'post_call',
    report: {
      event: 'ended',
      call_id: 'bland-voicemail',
      direction: 'outbound',
      phone: '+12125550179',
      business_phone: '+12125550100',
      status: 'voicemail',
      started_at: '2025-10-09T15:00:00.000Z',
      ended_at: '2025-10-09T15:00:30.000Z',
      duration_seconds: 30,
      outcome: 'voicemail',
      fields: {
        answered_by: 'voicemail',
        completed: true,
      },
      turns: [
        {
          speaker: 'receptionist',
          text: 'Please call us back.',
        },
      ],
    },
    rank: 10,
  },
  'bland-transferred': {
    kind: 'report',
    event: 'post_call',
    report: {
      event: 'ended',
      call_id: 'bland-transferred',
      direction: 'inbound',
      business_phone: '+12125550100',
      started_at: '2025-10-09T16:00:00.000Z',
      ended_at: '2025-10-09T16:02:00.000Z',
      duration_seconds: 120,
      outcome: 'transferred',
      fields: {
        answered_by: 'unknown',
        completed: true,
        transferred_to: '+12125550199',
      },
      turns: [
        {
          speaker: 'caller',
          text: 'A person, please.',
          offset_seconds: 3,
        },
      ],
    },
    rank: 10,
  },
};
