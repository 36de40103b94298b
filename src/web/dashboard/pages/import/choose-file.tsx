import { useId, useRef } from 'preact/hooks';
import { Form } from '../../parts/form.tsx';
import type { ImportedRecords } from '../../requests/imports.ts';
import { type ChosenFile, readChosenFile } from './read-file.ts';

const RECORDS = [
  ['contacts', 'Customers'],
  ['bookings', 'Appointments'],
] as const;

interface ChooseFileProps {
  records: ImportedRecords;
  onRecords(records: ImportedRecords): void;
  /** Resolves when the report about the file is there. */
  onChoose(file: ChosenFile): Promise<void>;
}

/** What a file holds, and the file. */
export function ChooseFile({ records, onRecords, onChoose }: ChooseFileProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <Form
      submit="Show what it holds"
      onSubmit={async () => {
        const file = input.current?.files?.[0];
        if (file) await onChoose(await readChosenFile(file, records));
      }}
    >
      <fieldset>
        <legend>What the file holds</legend>
        {RECORDS.map(([value, label]) => (
          <label key={value} class="check">
            <input
              type="radio"
              name="records"
              value={value}
              checked={value === records}
              onChange={() => onRecords(value)}
            />{' '}
            {label}
          </label>
        ))}
        {records === 'bookings' && (
          <p class="quiet">
            Customers whom the file names are added with their appointments. If another file says more about them,
            import it first.
          </p>
        )}
      </fieldset>
      <div class="field">
        <label for={id}>File</label>
        <input
          ref={input}
          id={id}
          type="file"
          accept=".csv,.txt,.tsv,text/csv"
          required
          aria-describedby={`${id}-hint`}
        />
        <p id={`${id}-hint`} class="quiet">
          A CSV file, as other programs export it. From Excel or Google Sheets: save or download as CSV. One of more
          than 2 MB may have to be divided.
        </p>
      </div>
      <p>You see first what the import would do. Nothing is changed by that.</p>
    </Form>
  );
}
