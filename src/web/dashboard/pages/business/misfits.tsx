import { MISFIT_WORDS } from '../../../../lib/misfit-words.ts';
import { Customer } from '../../../components/agenda/customer.tsx';
import { Email, Phone } from '../../../components/agenda/panel/contact-links.tsx';
import { Said } from '../../../components/said.tsx';
import { countText } from '../../../lib/moments.ts';
import { localTime, momentText } from '../../../lib/time.ts';
import { href } from '../../parts/route.ts';
import { useZone } from '../../parts/time.tsx';
import type { Misfit, MisfitList } from '../../requests/business.ts';

/** `2 appointments ahead do not fit` */
export const misfitsText = (total: number): string =>
  countText(total, 'appointment ahead does not fit', 'appointments ahead do not fit');

/**
 * The appointments ahead that do not fit the business as it is, each with the way to it and to its customer. They are there
 * until they are moved or cancelled, or the business fits them.
 */
export function Misfits({ list: { items, total } }: { list: MisfitList }) {
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
    </section>
  );
}

function Line({
  booking_id: id,
  start_time,
  service_name,
  staff_name,
  contact_name,
  contact_phone: phone,
  contact_email: email,
  reason,
}: Misfit) {
  const zone = useZone();
  const start = new Date(start_time);
  return (
    <>
      <div>
        <a href={href('agenda', localTime(start, zone).date, { booking: id })}>{momentText(start, zone)}</a>
        {', '}
        <Said text={service_name} />
        {' with '}
        <Said text={staff_name} />
        {`: ${MISFIT_WORDS[reason] ?? reason.replaceAll('_', ' ')}`}
      </div>
      <div>
        <Customer name={contact_name} />
        {(phone || email) && ', '}
        {phone ? <Phone text={phone} openLink="browser" /> : email && <Email text={email} openLink="browser" />}
      </div>
    </>
  );
}
