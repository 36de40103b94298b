import type { ComponentChildren } from 'preact';
import { Field, Form } from '../../parts/form.tsx';
import { inQuotes } from '../../parts/in-quotes.ts';
import { isPlaceKept } from '../../parts/route.ts';

/** A form of the page. Those of a service or a person, and of the private calendar of one, have its id. */
export type Change =
  | 'hours'
  | 'closure'
  | 'special'
  | 'away'
  | 'new person'
  | 'new service'
  | `person ${string}`
  | `calendar ${string}`
  | `service ${string}`;

/** Which change has its form open. */
export interface ChangeFormState {
  canChange: boolean;
  /** Members also record time off. */
  canRecordTimeOff: boolean;
  shown: Change | undefined;
  show(change: Change | undefined): void;
  /** The date of the business: that of its platform, not of this computer. */
  today: string;
  /** Takes an entry of a list out with a tool, without a form. */
  remove(tool: string, args: Record<string, unknown>): void;
  isBusy: boolean;
}

export interface ChangeProps {
  form: ChangeFormState;
  /** Makes a change with a tool. */
  apply(tool: string, args: Record<string, unknown>): Promise<void>;
}

interface ChangeFormProps {
  form: ChangeFormState;
  change: Change;
  button: string;
  submit: string;
  onSubmit(values: Record<string, string>): Promise<void>;
  children: ComponentChildren;
}

/** The button of a change, and its form once the button was pressed. */
export function ChangeForm({ form, change, button, submit, onSubmit, children }: ChangeFormProps) {
  return (
    <>
      <div class="row">{form.canChange && <ChangeButton form={form} change={change} text={button} />}</div>
      {form.shown === change && (
        <Form
          submit={submit}
          names={{ opening_hours: 'hours', staff: 'person' }}
          onCancel={() => form.show(undefined)}
          onSubmit={onSubmit}
        >
          {children}
        </Form>
      )}
    </>
  );
}

interface ChangeButtonProps {
  form: ChangeFormState;
  change: Change;
  text?: string;
  /** The name of the entry that it changes, for those who do not see where the button stands. */
  of?: string;
}

/** Shows the form of a change, or hides it. */
export function ChangeButton({ form: { shown, show }, change, text = 'Change', of }: ChangeButtonProps) {
  const isShown = shown === change;
  return (
    <button
      type="button"
      aria-label={of && `${text} ${inQuotes(of)}`}
      aria-expanded={isShown}
      onClick={() => {
        // The form that is open says then that it has something typed.
        if (!isPlaceKept()) show(isShown ? undefined : change);
      }}
    >
      {text}
    </button>
  );
}

export function DayFields() {
  return (
    <>
      <Field label="First day" name="from" type="date" isRequired />
      <Field label="Last day" name="to" type="date" hint="Empty: only the first day." />
    </>
  );
}
