import { useId, useState } from 'preact/hooks';
import { oneLine } from '../../lib/short-text.ts';
import type { ServiceQuestion } from './agenda-state.ts';
import { useFocus } from './hooks.ts';
import type { ServiceChoice } from './types.ts';

/** Asks which service an appointment is to get. It is no form: hosts may forbid views to send one. */
export function ServiceStep({ booking, services, change, move, onNo }: ServiceQuestion & { onNo(): void }) {
  const id = useId();
  const field = useFocus<HTMLSelectElement>(booking.key);
  const keep = useFocus<HTMLButtonElement>(booking.key);
  const [chosen, setChosen] = useState<ServiceChoice>();
  // Whether one fits at this time, only the platform knows.
  const others = services.filter((service) => service.id !== booking.serviceId);
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
            {service.minutes === undefined
              ? oneLine(service.name)
              : `${oneLine(service.name)} (${service.minutes} min)`}
          </option>
        ))}
      </select>
      <div class="actions">
        {chosen && (
          <button type="button" class="primary" onClick={() => change(chosen)}>
            Change it at this time
          </button>
        )}
        {chosen && move && (
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
