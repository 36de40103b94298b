import { useId, useState } from 'preact/hooks';
import { MINUTE_MS } from '../../../../lib/time/units.ts';
import { oneLine } from '../../../lib/short-text.ts';
import type { ServiceQuestion } from '../agenda-state.ts';
import { useFocus } from '../hooks.ts';
import type { Booking, ServiceChoice } from '../types.ts';

/** Asks which service an appointment is to get. It is no form: hosts may forbid views to send one. */
export function ServiceStep({ booking, services, change, move, onNo }: ServiceQuestion & { onNo(): void }) {
  const id = useId();
  const field = useFocus<HTMLSelectElement>(booking.key);
  const keep = useFocus<HTMLButtonElement>(booking.key);
  const [chosen, setChosen] = useState<ServiceChoice>();
  // Whether one fits at this time, only the platform knows. Its own is offered if it takes another time by now.
  const others = services.filter((service) => service.id !== booking.serviceId || hasOtherLength(booking, service));
  const isSame = chosen?.id === booking.serviceId;
  if (others.length === 0) {
    return (
      <section class="notice">
        <p>There is no other service.</p>
        <button ref={keep} type="button" onClick={onNo}>
          Keep the service
        </button>
      </section>
    );
  }
  return (
    <div class="service-step">
      <label for={id}>Other service</label>
      <select
        ref={field}
        id={id}
        value={chosen?.id ?? ''}
        onChange={({ currentTarget }) => setChosen(others.find((service) => service.id === currentTarget.value))}
      >
        <option value="">Choose a service</option>
        {others.map((service) => (
          <option key={service.id} value={service.id}>
            {optionText(service, service.id === booking.serviceId)}
          </option>
        ))}
      </select>
      <div class="actions">
        {chosen && (
          <button type="button" class="primary" onClick={() => change(chosen)}>
            {isSame ? 'Change its length' : 'Change it at this time'}
          </button>
        )}
        {chosen && !isSame && move && (
          <button type="button" onClick={() => move(chosen)}>
            Look for another time…
          </button>
        )}
        <button type="button" onClick={onNo}>
          Keep the service
        </button>
      </div>
    </div>
  );
}

const hasOtherLength = ({ isEndKnown, start, end }: Booking, { minutes }: ServiceChoice): boolean =>
  isEndKnown && minutes !== undefined && end - start !== minutes * MINUTE_MS;

function optionText({ name, minutes }: ServiceChoice, isSame: boolean): string {
  if (minutes === undefined) return oneLine(name);
  return `${oneLine(name)} (${isSame ? 'as long as it takes now: ' : ''}${minutes} min)`;
}
