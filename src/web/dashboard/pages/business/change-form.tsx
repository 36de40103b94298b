import type { ComponentChildren } from 'preact';
import { Field, Form } from '../../parts/form.tsx';

export type Change = 'hours' | 'closure' | 'special' | 'away';

/** Which change has its form open. */
export interface ChangeFormState {
  canChange: boolean;
  shown: Change | undefined;
  show(change: Change | undefined): void;
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
export function ChangeForm({
  form: { canChange, shown, show },
  change,
  button,
  submit,
  onSubmit,
  children,
}: ChangeFormProps) {
  const isShown = shown === change;
  return (
    <>
      <div class="row">
        {canChange && (
          <button type="button" aria-expanded={isShown} onClick={() => show(isShown ? undefined : change)}>
            {button}
          </button>
        )}
      </div>
      {isShown && (
        <Form submit={submit} onCancel={() => show(undefined)} onSubmit={onSubmit}>
          {children}
        </Form>
      )}
    </>
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
