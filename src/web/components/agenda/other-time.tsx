import { useId, useState } from 'preact/hooks';
import { MINUTE_MS } from '../../../lib/time/units.ts';
import { localTime } from '../../lib/time.ts';
import { repeatedChoices, typedStart } from './typed-time.ts';
import type { Moving, Slot } from './types.ts';

interface OtherTimeProps {
  moving: Moving;
  /** IANA zone of the business. */
  zone: string;
  now: number;
  onChoose(slot: Slot): void;
}

/** A time that is not offered as free, to which an appointment is to move. It is no form: hosts may forbid views to send one. */
export function OtherTime({ moving: { booking, service, free }, zone, now, onChoose }: OtherTimeProps) {
  const id = useId();
  const [day, setDay] = useState(() => localTime(new Date(booking.start), zone).date);
  const [time, setTime] = useState('');
  const [repeated, setRepeated] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const choices = repeatedChoices({ day, time }, zone);
  const choose = () => {
    try {
      const start = typedStart({ day, time, repeated }, zone, now);
      setProblem(undefined);
      const length = service ? free.minutes * MINUTE_MS : booking.end - booking.start;
      onChoose({ key: `t:${start}`, start, end: start + length, staff: [], isTyped: true });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : undefined);
    }
  };
  const onKeyDown = ({ key }: KeyboardEvent) => key === 'Enter' && choose();
  return (
    <details class="other-time">
      <summary>Another time…</summary>
      <div class="actions">
        <label for={`${id}-day`}>Day</label>
        <input
          id={`${id}-day`}
          type="date"
          max="9999-12-31"
          value={day}
          onInput={({ currentTarget }) => setDay(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <label for={`${id}-time`}>Time</label>
        <input
          id={`${id}-time`}
          type="time"
          value={time}
          onInput={({ currentTarget }) => setTime(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {choices.length > 0 && (
          <select
            aria-label="Which one"
            value={repeated}
            onChange={({ currentTarget }) => setRepeated(currentTarget.value)}
          >
            {choices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
        <button type="button" onClick={choose}>
          Choose this time
        </button>
      </div>
      {problem && <p role="alert">{problem}</p>}
    </details>
  );
}
