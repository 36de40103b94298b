import { useId, useState } from 'preact/hooks';
import { oneLine } from '../../lib/short-text.ts';
import { useFocus } from './hooks.ts';
import type { Booking, ServiceChoice } from './types.ts';

interface ServiceStepProps {
  booking: Booking;
  services: readonly ServiceChoice[];
  /** Called to give the appointment another service at its time. */
  onChange(service: ServiceChoice): void;
  /** Called to look for another time for another service; undefined if free times cannot be read. */
  onMove: ((service: ServiceChoice) => void) | undefined;
  onNo(): void;
}

/** Asks which service an appointment is to get. It is no form: hosts may forbid views to send one. */
export function ServiceStep({ booking, services, onChange, onMove, onNo }: ServiceStepProps) {
  const id = useId();
  const field = useFocus<HTMLSelectElement>(booking.key);
  const [chosen, setChosen] = useState<ServiceChoice>();
  // Whether one fits at this time, only the platform knows.
  const others = services.filter((service) => service.id !== booking.serviceId);
  if (others.length === 0) {
    return (
      <section class="notice">
        <p>There is no other service.</p>
        <button type="button" onClick={onNo}>
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
          <button type="button" class="primary" onClick={() => onChange(chosen)}>
            Change it at this time
          </button>
        )}
        {chosen && onMove && (
          <button type="button" onClick={() => onMove(chosen)}>
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
