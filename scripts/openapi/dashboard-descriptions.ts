import type { DashboardEndpointName } from '../../src/platform/dashboard/endpoints.ts';
import { LISTED_MISFITS } from '../../src/platform/dashboard/endpoints-business.ts';
import { LISTED_REPORTS } from '../../src/platform/dashboard/endpoints-call-sources.ts';
import { MAX_LISTED_KEYS } from '../../src/platform/dashboard/endpoints-keys.ts';
import { LISTED_ATTEMPTS } from '../../src/platform/dashboard/endpoints-webhooks.ts';

/** What each endpoint of the dashboard does, and what a reader of the OpenAPI document must know about it, in Markdown. */
export const DASHBOARD_DESCRIPTIONS: Record<DashboardEndpointName, { summary: string; description: string }> = {
  signIn: {
    summary: 'Sign in to the dashboard',
    description: 'Sets the session cookie. Wrong passwords are limited for each account and client address.',
  },
  signOut: {
    summary: 'Sign out of the dashboard',
    description: 'Ends the session of the cookie, if there is one, and deletes the cookie.',
  },
  getSession: { summary: 'Get the session', description: 'The user of the session and their teams, as they are now.' },
  signOutEverywhere: {
    summary: 'Sign out everywhere',
    description: 'Ends all sessions of the user, on every process that serves this database.',
  },
  changePassword: {
    summary: 'Change the password',
    description:
      'Ends all other sessions of the user; this one continues with a new cookie. A wrong current password is 400 `wrong_password`, and limited like sign-ins.',
  },
  listUsers: { summary: 'List users', description: 'Who may sign in to the team, by e-mail address.' },
  addUser: {
    summary: 'Add or change a user',
    description:
      'Adds a user, or changes name, role and person of one. Your own name and role, the role of the last owner, and a person who is unknown or archived are 400 `user_refused`. The name of a user of another team, too, stays.',
  },
  createPasswordLink: {
    summary: 'Make a link by which a user sets a password',
    description:
      'The only response with its `token`: the page is `/app?password#TOKEN`. It works once, and replaces the link before it. A user of other teams is 400 `user_refused`, like your own.',
  },
  endUserSessions: {
    summary: 'End the sessions of a user',
    description: 'On every process that serves this database. The same users as for a link are refused.',
  },
  removeUser: {
    summary: 'Remove a user from the team',
    description:
      'Sessions of a user of no other team end, and name, address and password are erased. API keys of the user are refused. Your own user and the last owner are 400 `user_refused`.',
  },
  readPasswordLink: {
    summary: 'Read a password link',
    description: 'Whose password it sets. 400 `link_unusable` if it has expired, or was used or replaced.',
  },
  usePasswordLink: {
    summary: 'Set a password by a link',
    description: 'Ends all sessions of the user, and the link. 400 `link_unusable` as when it is read.',
  },
  listCallSources: {
    summary: 'List sources of calls with their health',
    description: 'Without their secrets. The oldest first; and the vendors whose calls can be received.',
  },
  addCallSource: {
    summary: 'Add a source of calls',
    description: 'The only response with the secret, if this server makes it.',
  },
  rotateCallSource: {
    summary: 'Replace the secret of a source',
    description: 'Both secrets are accepted for a day. With `credential` alone, only that is replaced.',
  },
  removeCallSource: {
    summary: 'Remove a source of calls',
    description: 'Forgets its secrets and the bodies of its reports. Its calls stay.',
  },
  listCallReports: {
    summary: 'List reports of a source',
    description: `The last ${LISTED_REPORTS} reports, the newest first, without their bodies.`,
  },
  planErasure: { summary: 'Count what the erasure of a customer would erase', description: 'Changes nothing.' },
  copyContactData: {
    summary: 'Write the data of a customer as a file',
    description:
      'All that the records tell about one customer: the contact, its bookings, and its calls with what was said. It changes nothing, and the audit log gets it. `rcpt-mcp contacts data` writes the same file.',
  },
  eraseContact: {
    summary: 'Erase the personal data of a customer',
    description:
      'Overwrites the contact, and what its bookings, calls and events tell about the customer; the records stay, so that counts stay right. It cannot be undone. A customer with a booking that has not ended is 400 `erasure_refused`. An erasure that was interrupted is completed by the next one.',
  },
  eraseCall: {
    summary: 'Erase the personal data of a call',
    description:
      'Overwrites its telephone number, its summary and what was said, also in its events; the record stays, with its contact and its times, so that counts stay right. It cannot be undone. An erasure that was interrupted is completed by the next one.',
  },
  importFile: {
    summary: 'Import a file',
    description:
      'Imports contacts or bookings of another program, or predicts what that would do. The same file again changes nothing. The result is the same for the same file in `rcpt-mcp contacts import` and `rcpt-mcp bookings import`.',
  },
  listApiKeys: {
    summary: 'List API keys',
    description: `Without their values. Active keys first, then the newest first; at most ${MAX_LISTED_KEYS}.`,
  },
  revokeApiKey: {
    summary: 'Revoke an API key',
    description: 'The key is refused from the next request on. Revoking it again changes nothing.',
  },
  planMerge: { summary: 'Count what a merge of two contacts would move', description: 'Changes nothing.' },
  mergeContacts: {
    summary: 'Merge a contact into another one',
    description:
      'Moves the bookings and calls of the other contact, each with its event, and deletes that contact: its id is 404 from then on. Fields that the contact lacks are filled. A number or address that loses stays as a further field, `other_phone` or `other_email`, which goes on identifying the contact. It cannot be undone. 400 `merge_refused`, with the reason: such as that one of both was changed since the state was read.',
  },
  listMisfits: {
    summary: 'List bookings ahead that do not fit the business',
    description: `The first ${LISTED_MISFITS} by start, and how many there are. Bookings that were made or moved so on purpose are not among them.`,
  },
  listStaffCalendars: {
    summary: 'List private calendars',
    description:
      'Of the people who have one, without its address. `state`: `fresh`, `stale` if the copy is older than 30 minutes or the last attempt failed, `unknown` without a whole copy of the last day.',
  },
  setStaffCalendar: {
    summary: 'Set or remove the address of a private calendar',
    description:
      'Like `staff[].calendar` of the business file, and with its rules. The calendar is read at once: list them until `is_reading` is false. 400 `calendar_refused` if the business is at another revision.',
  },
  readStaffCalendar: {
    summary: 'Read a private calendar now',
    description: 'Instead of within 15 minutes. List the calendars until `is_reading` is false.',
  },
  markPromise: {
    summary: 'Mark a promise as kept or open',
    description:
      'For a promise that was kept without a call or booking that the platform knows, or was not kept although there is one. `kind` and `number` name it as in `GET /v1/follow-ups`. A page that was open for a while names it by `sentence`, too.',
  },
  callTool: {
    summary: 'Call a tool',
    description:
      'The body has the arguments of a tool, as `tools/list` shows them, the response is the `CallToolResult` of MCP with structured content. A call that has to be confirmed is answered with a `question`; with the arguments of its `repeat_with` the call is executed. Only owners and admins can use tools that change the business or webhooks.',
  },
  listTeamWebhooks: {
    summary: 'List webhooks with their health',
    description: 'Without their secrets. The newest first.',
  },
  listTeamWebhookEvents: { summary: 'List event types', description: 'What a webhook can subscribe to.' },
  createTeamWebhook: { summary: 'Create a webhook', description: 'The only response with the signing secret.' },
  deleteTeamWebhook: { summary: 'Delete a webhook', description: 'Its pending deliveries are deleted with it.' },
  listWebhookAttempts: {
    summary: 'List delivery attempts',
    description: `The last ${LISTED_ATTEMPTS} attempts, the newest first. They have no content of the exchange.`,
  },
  resendDeliveries: {
    summary: 'Resend failed and waiting deliveries',
    description:
      'Sends all deliveries again that have finally failed, and enables the webhook. Deliveries that wait for their next attempt are sent now. Those that are being sent are left alone.',
  },
  pingWebhook: {
    summary: 'Send a ping',
    description: 'Sends an event of the type `ping`, and answers with its outcome, after 15 seconds at most.',
  },
};
