import { pluralize } from '../../lib/text.ts';
import { MAX_SERVICES } from '../../platform/rules/imported-booking.ts';
import { quoteCell } from '../quote-cell.ts';
import type { NamedRecords, RecordFinder } from './find-records.ts';
import type { BookingReading } from './read-row.ts';

/** The services of a row and the people who perform them, by their ids. */
export interface ReadNames {
  serviceIds: readonly string[];
  /** One person for all services, one for each, or none. */
  staffIds: readonly string[];
  /** Why they are not those of an appointment. */
  problems: string[];
}

/**
 * Reads the cells with the names of services and people.
 * @param isNeeded false for a row that needs neither: its names are not missing
 */
export function readNames(
  cells: { service: string; staff: string },
  { services, staff, defaults, advice }: Pick<BookingReading, 'services' | 'staff' | 'defaults' | 'advice'>,
  isNeeded: boolean,
): ReadNames {
  const ofServices = findNamed(services, cells.service, defaults.service);
  const ofStaff = findNamed(staff, cells.staff, defaults.staff);
  const [serviceIds, people] = [ofServices.ids, ofStaff.ids];
  const isOneEach = people.length < 2 || people.length === serviceIds.length;
  const staffIds = isOneEach ? people : [];
  if (!isNeeded) return { serviceIds, staffIds, problems: [] };
  addMissing(services, cells.service, ofServices);
  addMissing(staff, cells.staff, ofStaff);
  const problems = [
    ...(cells.service === '' && serviceIds.length === 0 ? [`it names no service: ${advice.service}`] : []),
    ...[...new Set(ofServices.missing)].map((name) => `the business has no service ${quoteCell(name)}`),
    ...(serviceIds.length > MAX_SERVICES ? [`it names more than ${MAX_SERVICES} services: divide the row`] : []),
    ...[...new Set(ofStaff.missing)].map((name) => `the business has no person named ${quoteCell(name)}`),
  ];
  if (!isOneEach && serviceIds.length > 0) {
    const count = pluralize(serviceIds.length, 'service');
    problems.push(`it names ${people.length} people for ${count}: name one, or one for each`);
    // The whole cell can mean one person.
    if (serviceIds.length === 1) staff.addMissing(cells.staff);
  }
  return { serviceIds, staffIds, problems };
}

function findNamed(finder: RecordFinder, cell: string, orElse: string | undefined): NamedRecords {
  if (cell !== '') return finder.find(cell);
  return { ids: orElse === undefined ? [] : [orElse], missing: [] };
}

/** The parts of a cell that name nothing are missing, and the whole cell: it can mean one record. */
function addMissing(finder: RecordFinder, cell: string, { missing }: NamedRecords): void {
  if (missing.length === 0) return;
  for (const name of new Set([...missing, cell])) finder.addMissing(name);
}
