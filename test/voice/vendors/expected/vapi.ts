import type { ParsedReport } from '../../../../src/platform/intake/vendors/vendor.ts';

/** What each fixture of Vapi says. */
export const VAPI: Readonly<Record<string, ParsedReport>> = {
  'vapi-caller-hung-up': {
    kind: 'report',
    event: 'end-of-call-report',
    report: {
      event: 'ended',
      call_id: 'vapi-hung-up',
      direction: 'inbound',
      started_at: '2025-10-09T16:10:00.000Z',
      ended_at: '2025-10-09T16:10:04.000Z',
      duration_seconds: 4,
      outcome: 'hung_up',
      fields: {
        ended_reason: 'customer-ended-call',
        call_type: 'inboundPhoneCall',
      },
      turns: [
        {
          speaker: 'receptionist',
          text: 'Bright Smile Dental, good morning.',
          offset_seconds: 0.4,
        },
      ],
    },
    rank: 10,
  },
  'vapi-documentation-sample': {
    kind: 'report',
    event: 'end-of-call-report',
    report: {
      event: 'ended',
      call_id: 'call-from-the-documentation',
      direction: 'inbound',
      fields: {
        ended_reason: 'hangup',
      },
      turns: [
        {
          speaker: 'receptionist',
          text: 'How can I help?',
        },
        {
          speaker: 'caller',
          text: "What's the weather?",
        },
      ],
    },
    rank: 10,
  },
  'vapi-end-of-call': {
    kind: 'report',
    event: 'end-of-call-report',
    report: {
      event: 'ended',
      call_id: '0f9b6a4e-7d1c-4a52-9d5f-2b8f3b1c7a11',
      direction: 'inbound',
      phone: '+12125550142',
      business_phone: '+12125550100',
      started_at: '2025-10-09T14:00:01.500Z',
      ended_at: '2025-10-09T14:02:35.900Z',
      duration_seconds: 154.4,
      summary: 'Jo Fields asked for a cleaning and took Tuesday at nine.',
      recording_url: 'https://storage.vapi.ai/0f9b6a4e-mono.wav',
      fields: {
        reason: 'cleaning',
        new_patient: true,
        visits: 2,
        address: '{"city":"Albany"}',
        Urgency: 'low',
        success_evaluation: 'true',
        ended_reason: 'customer-ended-call',
        call_type: 'inboundPhoneCall',
        customer_name: 'Jo Fields',
        cost_usd: 0.1327,
        phone_call_id: 'CA0123456789abcdef0123456789abcdef',
      },
      tools: [
        {
          name: 'find_open_times',
          arguments: '{"service":"cleaning"}',
          result: 'Tuesday the 14th: 9:00 and 9:30 are free.',
          offset_seconds: 5,
        },
      ],
      turns: [
        {
          speaker: 'receptionist',
          text: 'Bright Smile Dental, good morning.',
          offset_seconds: 0.4,
        },
        {
          speaker: 'caller',
          text: 'Hi, I need a cleaning.',
          offset_seconds: 3.12,
        },
        {
          speaker: 'receptionist',
          text: 'Tuesday at nine or nine thirty?',
          offset_seconds: 6.8,
        },
        {
          speaker: 'caller',
          text: 'Nine, please.',
          offset_seconds: 9.05,
        },
      ],
    },
    rank: 10,
  },
  'vapi-never-connected': {
    kind: 'report',
    event: 'end-of-call-report',
    report: {
      event: 'ended',
      call_id: 'vapi-failed',
      direction: 'inbound',
      status: 'missed',
      ended_at: '2025-10-09T15:45:00.000Z',
      fields: {
        ended_reason: 'assistant-not-found',
        call_type: 'inboundPhoneCall',
      },
    },
    rank: 10,
  },
  'vapi-outbound-no-answer': {
    kind: 'report',
    event: 'end-of-call-report',
    report: {
      event: 'ended',
      call_id: 'vapi-no-answer',
      direction: 'outbound',
      phone: '+12125550178',
      business_phone: '+12125550100',
      status: 'missed',
      ended_at: '2025-10-09T15:30:30.000Z',
      outcome: 'no_answer',
      fields: {
        ended_reason: 'customer-did-not-answer',
        call_type: 'outboundPhoneCall',
      },
    },
    rank: 10,
  },
  'vapi-outbound-voicemail': {
    kind: 'report',
    event: 'end-of-call-report',
    report: {
      event: 'ended',
      call_id: 'vapi-voicemail',
      direction: 'outbound',
      phone: '+12125550177',
      business_phone: '+12125550100',
      status: 'voicemail',
      started_at: '2025-10-09T15:00:00.000Z',
      ended_at: '2025-10-09T15:00:22.000Z',
      duration_seconds: 22,
      outcome: 'voicemail',
      fields: {
        ended_reason: 'voicemail',
        call_type: 'outboundPhoneCall',
      },
      turns: [
        {
          speaker: 'receptionist',
          text: 'This is Bright Smile Dental, please call back.',
          offset_seconds: 12.5,
        },
      ],
    },
    rank: 10,
  },
  'vapi-speech-update': {
    kind: 'unknown',
    event: 'speech-update',
    reason:
      'Messages of this kind are not used. Select only end-of-call-report and status-update as server messages at Vapi.',
  },
  'vapi-status-ended': {
    kind: 'report',
    event: 'status-update',
    report: {
      event: 'started',
      call_id: '0f9b6a4e-7d1c-4a52-9d5f-2b8f3b1c7a11',
      direction: 'inbound',
      phone: '+12125550142',
    },
    rank: 0,
  },
  'vapi-status-in-progress': {
    kind: 'report',
    event: 'status-update',
    report: {
      event: 'started',
      call_id: '0f9b6a4e-7d1c-4a52-9d5f-2b8f3b1c7a11',
      direction: 'inbound',
      phone: '+12125550142',
      business_phone: '+12125550100',
      started_at: '2025-10-09T14:00:01.900Z',
    },
    rank: 0,
  },
  'vapi-status-not-found': {
    kind: 'unknown',
    event: 'status-update',
    reason: 'The status is none that a call has.',
  },
  'vapi-tool-calls': {
    kind: 'unknown',
    event: 'tool-calls',
    reason:
      'Tool calls are not answered at the address of a source. Their address is /api/voice/vapi, or connect the MCP server.',
  },
  'vapi-transferred-from-sip': {
    kind: 'report',
    event: 'end-of-call-report',
    report: {
      event: 'ended',
      call_id: 'vapi-sip',
      direction: 'inbound',
      phone: '+12125550142',
      started_at: '2025-10-09T16:20:00.000Z',
      ended_at: '2025-10-09T16:21:00.000Z',
      duration_seconds: 60,
      outcome: 'transferred',
      recording_url: 'https://storage.vapi.ai/sip.wav',
      fields: {
        ended_reason: 'assistant-forwarded-call',
        call_type: 'inboundPhoneCall',
        transferred_to: '+12125550199',
      },
      turns: [
        {
          speaker: 'caller',
          text: 'A person, please.',
          offset_seconds: 2,
        },
      ],
    },
    rank: 10,
  },
  'vapi-web-call-of-older-receivers': {
    kind: 'report',
    event: 'end-of-call-report',
    report: {
      event: 'ended',
      call_id: 'vapi-web',
      direction: 'inbound',
      started_at: '2025-10-09T16:00:00.000Z',
      ended_at: '2025-10-09T16:00:30.500Z',
      duration_seconds: 30.5,
      summary: 'The visitor asked for prices.',
      fields: {
        ended_reason: 'silence-timed-out',
        call_type: 'webCall',
      },
      turns: [
        {
          speaker: 'receptionist',
          text: 'Good day.',
        },
        {
          speaker: 'caller',
          text: 'What does a cleaning cost?\nAnd a check-up?',
        },
        {
          speaker: 'receptionist',
          text: 'A cleaning is 110 dollars.',
        },
      ],
    },
    rank: 10,
  },
};
