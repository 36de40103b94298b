import { normalizeName } from '../../lib/search/text-search.ts';
import { joinNames } from '../../lib/text/join-names.ts';
import { pluralize } from '../../lib/text/text.ts';
import type { CatalogueRecord } from '../../platform/index.ts';
import { MAX_SERVICES } from '../../platform/rules/imported-booking.ts';
import { quoteCell } from '../quote-cell.ts';
import type { BookingReading } from './booking-reading.ts';
import type { NamedRecords, RecordFinder } from './find-records.ts';

/** The services of a row and the people who perform them, by their ids. */
interface ReadNames {
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
    ...problemsOf(services, ofServices, 'service', 'services'),
    ...(serviceIds.length > MAX_SERVICES ? [`it names more than ${MAX_SERVICES} services: divide the row`] : []),
    ...problemsOf(staff, ofStaff, 'person named', 'people'),
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

/** Why the parts of a cell that name no record, or several, name none. */
const problemsOf = (finder: RecordFinder, { missing }: NamedRecords, one: string, several: string): string[] =>
  [...new Set(missing)].map((name) => {
    const meant = finder.severalOf(name).map((record) => `${record.id} ${quoteCell(record.name)}`);
    return meant.length === 0
      ? `the business has no ${one} ${quoteCell(name)}`
      : `${quoteCell(name)} can be ${meant.length} ${several} of the business: ${joinNames(meant)}`;
  });

/**
 * The parts of a cell that name nothing are missing, and the whole cell: it can mean one record. A name that several records have
 * is not: no other name of the business would mean one of them.
 */
function addMissing(finder: RecordFinder, cell: string, { missing }: NamedRecords): void {
  const absent = missing.filter((name) => !areNamesakes(finder.severalOf(name)));
  if (absent.length === 0) return;
  for (const name of new Set([...absent, cell])) finder.addMissing(name);
}

const areNamesakes = ([first, ...others]: readonly CatalogueRecord[]): boolean =>
  first !== undefined && others.every(({ name }) => normalizeName(name) === normalizeName(first.name));
