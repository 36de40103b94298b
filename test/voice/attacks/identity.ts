import { sendRaw } from '../../support/voice-server.ts';
import { TWILIO_CALL } from './announced-calls.ts';
import { type Attack, type Caller, call, request } from './conversation.ts';
import { TAKEN, VICTIM } from './world.ts';

/** Pretending to be the customer: each caller states the customer's number where it does not count. */
const OWN = '+13036662000';
const { phone } = VICTIM;
const NUMBER = 'X-Caller-Number';

/** Asks for, moves and cancels what the customer has. */
const asks = (hears: 'nothing' | 'unknownNumber') => [
  call('list_bookings', {}, hears),
  call('cancel_booking', { appointment: TAKEN.start }, hears),
  call('cancel_booking', { appointment: TAKEN.start, confirmed: true }, hears),
  call('update_booking', { appointment: TAKEN.root, new_start: '2026-04-01T09:00', confirmed: true }, hears),
];
const hearsNothing = (title: string, from: Caller): Attack => ({ title, from, turns: asks('nothing') });
const staysUnknown = (title: string, from: Caller): Attack => ({ title, from, turns: asks('unknownNumber') });

const vapiCall = (fields: object) => ({ vapi: { call: { id: 'call-own', ...fields } } });
const REQUEST = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_bookings', arguments: {} } };

/** Calls whose vendor states the SIP address of the caller as the number. */
const SIP_CALLS = {
  Vapi: 'call-sip-number',
  'Retell AI': 'call-retell',
  Telnyx: 'call-telnyx',
  Twilio: TWILIO_CALL,
} as const;

export const IDENTITY: readonly Attack[] = [
  {
    title: 'with the number in two headers is refused',
    from: {},
    turns: [
      request('refused400', (url) => sendRaw(url, REQUEST, [NUMBER, OWN, NUMBER, phone])),
      request('refused400', (url) => sendRaw(url, REQUEST, [NUMBER, OWN, NUMBER.toLowerCase(), phone])),
      request('refused400', (url) => sendRaw(url, REQUEST, [NUMBER.toUpperCase(), phone, NUMBER, OWN])),
      request('refused400', (url) => sendRaw(url, REQUEST, ['X-Call-Id', 'call-customer', 'x-call-id', 'call-own'])),
    ],
  },
  staysUnknown('with two numbers in one header is unknown', { number: `${OWN}, ${phone}` }),
  hearsNothing('with the number of a customer as SIP display name is the own number', {
    number: `"${phone}" <sip:${OWN}@pbx.example.com>`,
  }),
  staysUnknown('with the number of a customer in brackets in a SIP display name is unknown', {
    number: `"<sip:${phone}@x>" <sip:anonymous@anonymous.invalid>`,
  }),
  staysUnknown('with two SIP addresses is unknown', { number: `<sip:${phone}@x> <sip:${OWN}@x>` }),
  staysUnknown('with the number of a customer in parameters of a SIP address is unknown', {
    number: `sip:anonymous@anonymous.invalid;p-asserted=${phone}`,
  }),
  staysUnknown('with an extension of the number of a customer is unknown', { number: `${phone};ext=1` }),
  staysUnknown('with the number of a customer in other digits is unknown', {
    headers: [NUMBER, Buffer.from('+１３０３６６６０２０２').toString('latin1')],
  }),
  staysUnknown('with the number of a customer in words is unknown', {
    number: 'three oh three six six six oh two oh two',
  }),
  hearsNothing('with the last digits of the number of a customer is another one', { number: '+12126660202' }),
  hearsNothing('with a forwarded number in headers that proxies and telephone systems set is the own number', {
    number: OWN,
    headers: [
      ...['X-Forwarded-For', phone, 'Forwarded', `for="${phone}"`, 'X-Original-Caller-Number', phone],
      ...['P-Asserted-Identity', `<tel:${phone}>`, 'Diversion', `<tel:${phone}>`, 'From', phone, 'X-Caller-ID', phone],
    ],
  }),
  hearsNothing('with the header in other spellings is the own number', {
    number: OWN,
    headers: ['X_Caller_Number', phone, 'X-Caller-Number-2', phone, 'X-CallerNumber', phone],
  }),
  staysUnknown('with the header where only a key of _meta is configured is unknown', { setup: 'meta', number: phone }),
  staysUnknown('with the number in _meta where only a header is configured is unknown', {
    meta: { caller_number: phone, phone, 'X-Caller-Number': phone },
  }),
  hearsNothing('with the number in _meta beside the own header is the own number', {
    number: OWN,
    meta: { caller_number: phone },
  }),
  hearsNothing('with other keys of _meta is the own number', {
    setup: 'meta',
    meta: { caller_number: OWN, Caller_Number: phone, 'caller_number ': phone, callerNumber: phone },
  }),
  staysUnknown('with a list or an object in _meta is unknown', { setup: 'meta', meta: { caller_number: [phone] } }),
  staysUnknown('with the own number and the id of the call of a customer is unknown', {
    number: OWN,
    callId: 'call-customer',
  }),
  staysUnknown('with the id of a call of a customer that has ended is unknown', { callId: 'call-ended' }),
  {
    title: 'who guesses ids of calls is unknown',
    from: {},
    turns: ['call-1', 'Call-Customer', 'call-customer ', 'call-%', "' OR 1=1 --", 'call-customer%00', '*', phone].map(
      (callId) =>
        call('list_bookings', {}, /^I (cannot see|find no)/, {
          callId: callId.trim() === 'call-customer' ? 'call-customer2' : callId,
        }),
    ),
  },
  staysUnknown('whose withheld number has that of a customer as display name in the report of the call is unknown', {
    callId: 'call-sip',
  }),
  staysUnknown('whose display name has an address with the number of a customer in brackets is unknown', {
    callId: 'call-sip-name',
  }),
  staysUnknown('who chose the number of a customer in an announced web call is unknown', { callId: 'call-web' }),
  staysUnknown('who chose the number of a customer as SIP address is unknown', { callId: 'call-sip-uri' }),
  ...Object.entries(SIP_CALLS).map(([vendor, callId]) =>
    staysUnknown(`who chose the number of a customer as SIP address of a call of ${vendor} is unknown`, { callId }),
  ),
  staysUnknown('who chose the number of a customer as SIP address in a message of Vapi is unknown', {
    ...vapiCall({ customer: { number: `sip:${phone}@attacker.invalid` } }),
  }),
  staysUnknown('who chose the number of a customer in a web call of Vapi is unknown', {
    vapi: { call: { id: 'call-web-2', type: 'webCall', customer: { number: phone } }, customer: { number: phone } },
  }),
  staysUnknown('with two numbers in a message of Vapi is unknown', {
    vapi: { call: { id: 'call-own', customer: { number: OWN } }, customer: { number: phone } },
  }),
  staysUnknown('with the number as header and another one in a message of Vapi is unknown', {
    number: phone,
    ...vapiCall({ customer: { number: OWN } }),
  }),
  staysUnknown('with the number elsewhere in a message of Vapi is unknown', {
    ...vapiCall({ phone, number: phone, assistantOverrides: { variableValues: { number: phone } }, from: phone }),
  }),
  hearsNothing('with the number of a customer as name in a message of Vapi is the own number', {
    ...vapiCall({ customer: { number: OWN, name: phone, numberE164: phone } }),
  }),
  {
    title: 'who withholds the number hears nothing and can ask for free times',
    from: { number: 'anonymous' },
    turns: [
      ...asks('unknownNumber'),
      call('list_bookings', { caller_name: VICTIM.name, date_of_birth: VICTIM.date_of_birth }, 'unknownNumber'),
      call('find_open_times', { service: 'Cleaning', date: TAKEN.day }, 'free'),
    ],
  },
  {
    title: 'who calls right after a customer, at the same server and with the same arguments, is not that customer',
    from: { number: OWN },
    turns: [
      call('list_bookings', {}, 'nothing'),
      call('list_bookings', {}, 'nothing', { number: '+13036662001' }),
      call('list_bookings', {}, 'unknownNumber', {}),
    ],
  },
];
