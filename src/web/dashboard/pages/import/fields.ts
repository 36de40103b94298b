import type { ImportedRecords } from '../../requests/imports.ts';

type Fields = readonly (readonly [field: string, label: string])[];

/** The fields for which a column can be chosen, with their labels. */
export const FIELDS: Record<ImportedRecords, Fields> = {
  contacts: [
    ['name', 'Name'],
    ['first_name', 'First name'],
    ['last_name', 'Last name'],
    ['phone', 'Telephone'],
    ['email', 'E-mail'],
  ],
  bookings: [
    ['date', 'Day'],
    ['start', 'Start'],
    ['end', 'End'],
    ['minutes', 'Length'],
    ['service', 'Service'],
    ['staff', 'Person'],
    ['name', 'Customer'],
    ['first_name', 'First name'],
    ['last_name', 'Last name'],
    ['phone', 'Telephone'],
    ['email', 'E-mail'],
    ['status', 'Status'],
    ['cancelled', 'Cancelled'],
    ['no_show', 'No-show'],
    ['booking_id', 'Number'],
    ['notes', 'Notes'],
  ],
};
