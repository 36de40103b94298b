import type { BusinessFile } from '../../../../src/contract/index.ts';

/** Minutes after midnight; `to` is exclusive and at most 1440. */
export interface Period {
  from: number;
  to: number;
}

export const OCCURRENCES = ['1st', '2nd', '3rd', '4th', '5th', 'last'] as const;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

export interface Hours {
  /** Monday first. */
  weekly: Period[][];
  /** Replace the weekly periods on some of a month's weekdays; the last one that matches applies. */
  monthly: { weekday: number; occurrences: (typeof OCCURRENCES)[number][]; periods: Period[] }[];
}

export interface SpecialDay {
  from: string;
  to: string;
  periods: Period[];
  staff: string[];
}

export interface TimeOff {
  from: string;
  to: string;
}

export interface ServiceModel {
  id: string;
  duration: number;
  before: number;
  after: number;
  staff: 'all' | string[];
  notice?: number | undefined;
  window?: number | undefined;
  active: boolean;
}

export interface StaffModel {
  id: string;
  hours: Hours | null;
  timeOff: TimeOff[];
  active: boolean;
}

export interface RulesModel {
  notice?: number | undefined;
  noticeCounts: 'all_hours' | 'opening_hours';
  window?: number | undefined;
  interval: number;
  perDay?: number | undefined;
  perCustomer?: number | undefined;
}

/** A business as the tests describe it: durations in minutes, hours as numbers, so that nothing of it needs a parser. */
export interface Practice {
  zone: string;
  hours: Hours | null;
  closures: { from: string; to: string }[];
  special: SpecialDay[];
  services: ServiceModel[];
  staff: StaffModel[];
  rules: RulesModel;
}

/** The business file of a practice, complete, so that applying it with all lists pruned makes the database equal to it. */
export function fileOf(practice: Practice): BusinessFile {
  const { rules } = practice;
  return {
    time_zone: practice.zone,
    opening_hours: hoursText(practice.hours),
    closures: practice.closures,
    special_hours: practice.special.map(({ from, to, periods, staff }) => ({ from, to, hours: times(periods), staff })),
    staff: practice.staff.map(({ id, hours, timeOff, active }) => ({
      id,
      opening_hours: hoursText(hours),
      time_off: timeOff,
      active,
    })),
    services: practice.services.map((service) => ({
      id: service.id,
      duration: minutes(service.duration),
      buffer_before: minutes(service.before),
      buffer_after: minutes(service.after),
      staff: service.staff,
      minimum_notice: orNull(service.notice),
      booking_window: orNull(service.window),
      active: service.active,
    })),
    rules: {
      minimum_notice: orNull(rules.notice),
      notice_counts: rules.noticeCounts,
      booking_window: orNull(rules.window),
      slot_interval: minutes(rules.interval),
      max_per_day: rules.perDay ?? null,
      max_per_customer_and_day: rules.perCustomer ?? null,
    },
  };
}

const minutes = (value: number) => `${value}m`;
const orNull = (value: number | undefined) => (value === undefined ? null : minutes(value));

const clock = (value: number) =>
  `${String(Math.floor(value / 60)).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`;
const times = (periods: readonly Period[]) => periods.map(({ from, to }) => `${clock(from)}-${clock(to)}`).join(', ');

function hoursText(hours: Hours | null): string[] | null {
  if (!hours) return null;
  return [
    ...hours.weekly.flatMap((periods, day) => (periods.length > 0 ? [`${WEEKDAYS[day]} ${times(periods)}`] : [])),
    ...hours.monthly.map(
      ({ weekday, occurrences, periods }) =>
        `${occurrences.join(',')} ${WEEKDAYS[weekday]} ${periods.length > 0 ? times(periods) : 'closed'}`,
    ),
  ];
}
