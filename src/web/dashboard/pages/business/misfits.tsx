import { MISFIT_WORDS } from '../../../../lib/misfit-words.ts';
import { Customer } from '../../../components/agenda/customer.tsx';
import { Said } from '../../../components/said.tsx';
import { countText } from '../../../lib/moments.ts';
import { localMoment } from '../../parts/records.ts';
import { href } from '../../parts/route.ts';

/** An appointment ahead that does not fit the business after a change. */
interface Misfit {
  booking_id: string;
  start_time: string;
  start_local?: string;
  service_name?: string;
  staff_name?: string;
  contact_name?: string;
  reason?: string;
}

export interface MisfitList {
  /** The first ones. */
  items: Misfit[];
  total: number;
}

/** `2 appointments ahead do not fit` */
export const misfitsText = (total: number): string =>
  countText(total, 'appointment ahead does not fit', 'appointments ahead do not fit');

/** The appointments that do not fit after the last change, each with the way to it. They stay until they are moved or cancelled. */
export function Misfits({ list: { items, total }, onClose }: { list: MisfitList; onClose(): void }) {
  const missing = total - items.length;
  return (
    <section class="notice warn misfits" aria-labelledby="misfits">
      <h2 id="misfits">{misfitsText(total)}</h2>
      <ul class="lines">
        {items.map((misfit) => (
          <li key={misfit.booking_id}>
            <Line {...misfit} />
          </li>
        ))}
      </ul>
      {missing > 0 && (
        <p>{`${countText(missing, 'later one is', 'later ones are')} not listed: look at the agenda.`}</p>
      )}
      <button type="button" onClick={onClose}>
        Close the list
      </button>
    </section>
  );
}

function Line({
  booking_id: id,
  start_time,
  start_local = start_time,
  service_name,
  staff_name,
  contact_name,
  reason = '',
}: Misfit) {
  return (
    <>
      <a href={href('agenda', start_local.slice(0, 10), { booking: id })}>{localMoment(start_local)}</a>
      {contact_name && (
        <>
          {', '}
          <Customer name={contact_name} />
        </>
      )}
      {service_name && (
        <>
          {', '}
          <Said text={service_name} />
        </>
      )}
      {staff_name && (
        <>
          {' with '}
          <Said text={staff_name} />
        </>
      )}
      {`: ${MISFIT_WORDS[reason] ?? reason.replaceAll('_', ' ')}`}
    </>
  );
}
