/** The comments of a new business file: what each part is, and a form that the file does not show. */
export const topComments = (planCommand: string) => [
  `What the business is. After a change: ${planCommand}, then apply.`,
  'All fields: docs/business-file.md. Editors with the YAML language server complete and check them.',
];

export const FIELD_COMMENTS = {
  opening_hours: 'Breaks and single weekdays: "Mon-Fri 08:00-12:00, 13:00-17:00", "1st,3rd Sat 09:00-12:00"',
  services: 'Also: description, buffer_before and buffer_after (10m), minimum_notice, active; staff: [ids] or all',
  staff: 'Also: title, own opening_hours, time_off: [{ from: 2026-12-21, to: 2026-12-31 }]',
  rules: 'Also: notice_counts: opening_hours, max_per_customer_and_day, max_per_day',
  users: 'Who may sign in to the dashboard: owner, admin or member',
} as const;
