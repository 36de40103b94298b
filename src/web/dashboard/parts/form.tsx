import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { timesInWords } from '../../lib/sentence-times.ts';
import { oneLine } from '../../lib/short-text.ts';
import { hasTyped } from './has-typed.ts';
import { inLabels, labelsOf } from './in-labels.ts';
import { KeptNotice } from './kept-notice.tsx';
import { messageOf } from './load.tsx';
import { useKeptPlace } from './use-kept-place.ts';

interface FormProps {
  /** The text of the button that sends the form. */
  submit: string;
  /** Resolves when it is done; its error is shown above the button. `isAnyway`: by the button `anyway`. */
  onSubmit(values: Record<string, string>, isAnyway: boolean): Promise<void>;
  /** The text of a button beside the error, which sends the form although it was refused; undefined if that is not possible. */
  anyway?: string | undefined;
  /** The names of fields by those of the server's arguments, where they differ: its errors name arguments. */
  names?: Readonly<Record<string, string>>;
  /** Called when a field was changed. */
  onInput?: ((event: Event) => void) | undefined;
  onCancel?: () => void;
  /** The text of the button that calls it. */
  cancel?: string;
  children: ComponentChildren;
}

/**
 * A form that sends once at a time, and says why it failed. A field must not be named like a method of elements, such as
 * `remove`: the browser would replace the method of the form by the field.
 */
export function Form({ submit, onSubmit, anyway, names, onInput, onCancel, cancel = 'Cancel', children }: FormProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const element = useRef<HTMLFormElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  // Without a button that drops what was typed, leaving is the way to do it.
  const kept = useKeptPlace(onCancel && !isBusy ? () => hasTyped(element.current) : undefined);
  // The button that opened it is gone. A dialog moves the focus itself.
  useLayoutEffect(() => {
    if (onCancel && document.activeElement?.matches('body, h1') && !element.current?.closest('dialog'))
      element.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, []);
  // The reason has to be read before the button that follows it is pressed.
  useLayoutEffect(() => {
    if (problem && anyway) alert.current?.focus();
  }, [problem, anyway]);
  const send = async (form: HTMLFormElement, isAnyway = false) => {
    setBusy(true);
    // The button that has the focus stays.
    if (!isAnyway) setProblem(undefined);
    try {
      await onSubmit(valuesOf(form), isAnyway);
    } catch (error) {
      setProblem(timesInWords(inLabels(messageOf(error), labelsOf(form, names))));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      ref={element}
      class="form"
      onInput={onInput}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void send(event.currentTarget);
      }}
    >
      {children}
      {problem && (
        <div ref={alert} class="notice bad" role="alert" tabIndex={-1}>
          {problem}
          {anyway && (
            <p>
              <button
                type="button"
                class="danger"
                aria-disabled={isBusy}
                onClick={({ currentTarget: { form } }) => {
                  if (form && !isBusy && form.reportValidity()) void send(form, true);
                }}
              >
                {isBusy ? 'Please wait…' : anyway}
              </button>
            </p>
          )}
        </div>
      )}
      <KeptNotice kept={kept}>{`What you typed is not saved. Choose “${submit}” or “${cancel}”.`}</KeptNotice>
      <div class="row">
        <button type="submit" class="primary" aria-disabled={isBusy}>
          {isBusy ? 'Please wait…' : submit}
        </button>
        {onCancel && (
          <button type="button" onClick={onCancel}>
            {cancel}
          </button>
        )}
      </div>
    </form>
  );
}

interface FieldProps {
  label: string;
  name: string;
  type?: 'text' | 'email' | 'password' | 'tel' | 'url' | 'date' | 'time' | 'number' | 'search';
  value?: string | undefined;
  hint?: string | undefined;
  isRequired?: boolean;
  isReadOnly?: boolean;
  /** Of a number. */
  min?: number;
  max?: number;
  autocomplete?: string;
  maxLength?: number;
}

/** A labelled text field. */
export function Field({
  label,
  name,
  type = 'text',
  value,
  hint,
  isRequired,
  isReadOnly,
  min,
  max,
  autocomplete,
  maxLength,
}: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        // The types of preact allow other attributes for each type; these exist for all.
        type={type as 'text'}
        defaultValue={value}
        required={isRequired}
        readOnly={isReadOnly}
        min={min}
        max={max}
        autocomplete={autocomplete ?? 'off'}
        maxLength={maxLength}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      {hint && (
        <p id={`${id}-hint`} class="quiet">
          {hint}
        </p>
      )}
    </div>
  );
}

interface AreaProps extends Pick<FieldProps, 'label' | 'name' | 'value' | 'hint'> {
  rows?: number;
}

/** A labelled field of several lines. */
export function Area({ label, name, value, hint, rows = 3 }: AreaProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        name={name}
        rows={rows}
        aria-describedby={hint ? `${id}-hint` : undefined}
        defaultValue={value}
      />
      {hint && (
        <p id={`${id}-hint`} class="quiet">
          {hint}
        </p>
      )}
    </div>
  );
}

interface SelectProps extends Pick<FieldProps, 'label' | 'name' | 'value' | 'hint'> {
  options: readonly { value: string; label: string; isDisabled?: boolean }[];
  onChoose?: (value: string) => void;
  /** True where the page shows its words already, such as in a table. */
  isLabelHidden?: boolean;
}

/** A labelled choice of one. */
export function Select({ label, name, value, hint, options, onChoose, isLabelHidden }: SelectProps) {
  const id = useId();
  /** The option at the beginning: a browser knows only that of its HTML (`hasTyped`). */
  const [first] = useState(value ?? options[0]?.value);
  return (
    <div class="field">
      <label for={id} class={isLabelHidden ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <select
        id={id}
        name={name}
        data-first={first}
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...(onChoose && { value, onChange: ({ currentTarget }) => onChoose(currentTarget.value) })}
      >
        {options.map((option) => (
          <option
            key={option.value}
            value={option.value}
            selected={option.value === value}
            disabled={option.isDisabled}
          >
            {option.label}
          </option>
        ))}
      </select>
      {hint && (
        <p id={`${id}-hint`} class="quiet">
          {hint}
        </p>
      )}
    </div>
  );
}

/** The options to choose one of several records, of which some may not be chosen. */
export const optionsOf = <R extends { id: string; name?: string }>(
  records: readonly R[],
  isDisabled: (record: R) => boolean = () => false,
) =>
  records.map((record) => ({
    value: record.id,
    label: oneLine(record.name ?? record.id),
    isDisabled: isDisabled(record),
  }));

interface ChecksProps {
  legend: string;
  options: readonly { name: string; label: string; isChecked: boolean }[];
}

/** A group of check boxes. The value of one that is not checked is missing in the form. */
export function Checks({ legend, options }: ChecksProps) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {options.map(({ name, label, isChecked }) => (
        <Check key={name} name={name} isChecked={isChecked}>
          {label}
        </Check>
      ))}
    </fieldset>
  );
}

interface CheckProps {
  name: string;
  isChecked?: boolean;
  children: ComponentChildren;
}

/** One check box with its text. */
export function Check({ name, isChecked = false, children }: CheckProps) {
  return (
    <label class="check">
      <input type="checkbox" name={name} defaultChecked={isChecked} /> {children}
    </label>
  );
}

/** The texts of a form by the names of its fields. */
export function valuesOf(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  return Object.fromEntries(entries);
}

/** The values of a form that were filled in. */
export function filled(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
  );
}
