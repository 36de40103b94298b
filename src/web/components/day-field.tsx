import { useRef, useState } from 'preact/hooks';

/** Keys that change a part of a date: month, day or year. */
const TYPING = /^(?:\d|ArrowUp|ArrowDown|Backspace|Delete)$/;

interface DayFieldProps {
  label: string;
  /** False: the label is for screen readers only. */
  isLabelShown?: boolean;
  /** YYYY-MM-DD */
  value: string;
  onChoose(day: string): void;
}

/**
 * A day that decides what is shown. One that is picked with the mouse counts at once. While one is typed each key makes another
 * date, such as one in the year 2: it counts at Enter, or when the focus leaves the field.
 */
export function DayField({ label, isLabelShown = false, value, onChoose }: DayFieldProps) {
  const [typed, setTyped] = useState<string>();
  const isTyping = useRef(false);
  const choose = (day: string) => {
    isTyping.current = false;
    setTyped(undefined);
    if (day >= '1970-01-01' && day !== value) onChoose(day);
  };
  return (
    <label>
      <span class={isLabelShown ? undefined : 'visually-hidden'}>{label}</span>{' '}
      <input
        type="date"
        max="9999-12-31"
        value={typed ?? value}
        onPointerDown={() => {
          isTyping.current = false;
        }}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') choose(currentTarget.value);
          else if (TYPING.test(key)) isTyping.current = true;
        }}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onChange={({ currentTarget }) => !isTyping.current && choose(currentTarget.value)}
        onBlur={({ currentTarget }) => choose(currentTarget.value)}
      />
    </label>
  );
}
