import type { BusinessFile, Service } from '../../contract/index.ts';
import { parseMinutes } from '../../lib/time/minutes.ts';
import type { DemoStaff, DemoUser } from './types.ts';

/** The id of the team: the practice and all persons in it are fictional. */
const TEAM_ID = 'team_brindlebrook';

const DENTISTS = ['stf_whitfield', 'stf_ibarra'];
const HYGIENISTS = ['stf_brandt', 'stf_lindqvist'];

function service(id: string, name: string, duration: string, price: number, staff: string[], description: string) {
  return { id, name, description, duration, price, staff };
}

/** The demo business, as its business file. The practice also opens on some Saturdays. */
export const DEMO_FILE = {
  name: 'Brindlebrook Dental',
  time_zone: 'America/New_York',
  country: 'US',
  currency: 'USD',
  opening_hours: ['Mon-Fri 08:00-17:00', '1st,3rd Sat 09:00-12:00'],
  services: [
    service('svc_cleaning', 'Cleaning', '45m', 129, HYGIENISTS, 'Scaling, polish and a short check of the gums.'),
    service(
      'svc_deep_cleaning',
      'Deep cleaning, one quadrant',
      '1h30m',
      265,
      ['stf_brandt'],
      'Scaling and root planing of one quarter of the mouth, with local anesthetic.',
    ),
    service(
      'svc_new_patient',
      'New patient exam with X-rays',
      '1h',
      189,
      DENTISTS,
      'First visit: full examination, X-rays and a written treatment plan.',
    ),
    service(
      'svc_child_checkup',
      'Child check-up',
      '30m',
      84,
      ['stf_whitfield', 'stf_lindqvist'],
      'Check-up, fluoride and brushing lesson for children under 13. A parent comes along.',
    ),
    service('svc_filling', 'Filling', '1h', 245, DENTISTS, 'One tooth-colored filling, numbing included.'),
    service(
      'svc_crown',
      'Crown preparation',
      '1h30m',
      1180,
      ['stf_whitfield'],
      'Shaping the tooth, impression and temporary crown. The permanent crown is fitted two weeks later at no charge.',
    ),
    service('svc_root_canal', 'Root canal', '1h30m', 1050, ['stf_ibarra'], 'Treatment of one root canal in one visit.'),
    service('svc_extraction', 'Extraction', '45m', 220, ['stf_ibarra'], 'Removal of one tooth, without surgery.'),
    service(
      'svc_whitening',
      'Whitening',
      '1h30m',
      395,
      ['stf_lindqvist'],
      'In-office whitening. Needs a cleaning within the last six months.',
    ),
    service(
      'svc_night_guard',
      'Night guard fitting',
      '30m',
      310,
      DENTISTS,
      'Scan for and fitting of a custom night guard.',
    ),
    service(
      'svc_emergency',
      'Emergency visit',
      '30m',
      98,
      DENTISTS,
      'Same or next day: find the cause of pain, stop it, plan the rest. Treatment is charged separately.',
    ),
    service(
      'svc_aligner_consult',
      'Clear aligner consultation',
      '30m',
      0,
      ['stf_whitfield'],
      'Free talk and scan to see whether clear aligners are an option.',
    ),
  ],
  staff: [
    { id: 'stf_whitfield', name: 'Dr. Naomi Whitfield', title: 'Dentist' },
    { id: 'stf_ibarra', name: 'Dr. Rafael Ibarra', title: 'Dentist, endodontics' },
    { id: 'stf_brandt', name: 'Keisha Brandt', title: 'Dental hygienist' },
    { id: 'stf_lindqvist', name: 'Tomasz Lindqvist', title: 'Dental hygienist' },
  ],
  rules: { slot_interval: '15m' },
} satisfies BusinessFile;

export const TEAM = {
  id: TEAM_ID,
  name: DEMO_FILE.name,
  time_zone: DEMO_FILE.time_zone,
  default_country: DEMO_FILE.country,
};

/** The name of the AI receptionist on the telephone. */
export const RECEPTIONIST = 'Wren';

/** The address of the practice, as spoken to callers. */
export const ADDRESS = '41 Tannery Lane, second floor';

export const USERS: readonly DemoUser[] = [
  { id: 'usr_naomi', email: 'naomi.whitfield@example.com', name: 'Naomi Whitfield', role: 'owner' },
  { id: 'usr_gloria', email: 'gloria.pennington@example.com', name: 'Gloria Pennington', role: 'admin' },
  { id: 'usr_theo', email: 'theo.marsh@example.com', name: 'Theo Marsh', role: 'member' },
];

export const STAFF: readonly DemoStaff[] = DEMO_FILE.staff;

/** The services as the API shows them. */
export const SERVICES: readonly Service[] = DEMO_FILE.services.map(({ duration, price, staff, ...entry }) => ({
  ...entry,
  duration_minutes: parseMinutes(duration) ?? Number.NaN,
  price_cents: price * 100,
  currency: DEMO_FILE.currency,
  staff_ids: staff,
}));

const serviceById = new Map(SERVICES.map((entry) => [entry.id, entry]));
const staffById = new Map(STAFF.map((entry) => [entry.id, entry]));

/** Returns a service of the demo. Throws for an unknown id, which is a mistake in the demo data. */
export function serviceOf(id: string): Service {
  const found = serviceById.get(id);
  if (!found) throw new Error(`no service ${id}`);
  return found;
}

export function staffOf(id: string): DemoStaff {
  const found = staffById.get(id);
  if (!found) throw new Error(`no staff ${id}`);
  return found;
}
