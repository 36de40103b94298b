import { Said } from '../../../components/said.tsx';
import { oneLine } from '../../../lib/short-text.ts';
import { Select } from '../../parts/form.tsx';
import { type Columns, RecordTable } from '../../parts/record-table.tsx';
import { withEntry } from './choices.ts';
import { FIELDS } from './fields.ts';
import { ReportPart } from './report-parts.tsx';
import type { Import, Shown } from './use-import.ts';

interface ColumnChoicesProps {
  shown: Shown;
  page: Import;
  isOpen: boolean;
}

interface FieldRow {
  field: string;
  label: string;
  /** Columns that it is read from. */
  headers: readonly string[];
  /** True for a field that no column can be chosen for: it is named by the file. */
  isFixed?: true;
}

/** The value of the option that no column holds a field. No header is like it: they have no space at their ends. */
const NO_COLUMN = ' ';

/** Which field is read from which column of the file, with a choice for each usual field. */
export function ColumnChoices({ shown: { file, report }, page: { choices, setChoices }, isOpen }: ColumnChoicesProps) {
  const found = new Map(report.columns.map(({ field, headers }) => [field, headers]));
  const usual = FIELDS[file.records].map(([field, label]): FieldRow => {
    const headers = found.get(field) ?? [];
    found.delete(field);
    return { field, label, headers };
  });
  const others = [...found, ...report.additional.map(({ field, headers }) => [field, headers] as const)]
    .filter(([, headers]) => headers.length > 0)
    .map(([field, headers]): FieldRow => ({ field: `other ${field}`, label: field, headers, isFixed: true }));
  const options = [...new Set(report.header)].flatMap((value) => (value ? { value, label: oneLine(value) } : []));
  const columns: Columns<FieldRow> = [
    { heading: 'Field', cell: ({ label, isFixed }) => (isFixed ? <Said text={label} /> : label) },
    {
      heading: 'Column of your file',
      label: 'Column',
      cell: ({ field, label, headers, isFixed }) =>
        isFixed ? (
          <Said text={headers.join(', else ')} />
        ) : (
          <Select
            isLabelHidden
            name={field}
            label={`Column of the field ${label}`}
            value={choices.columns.get(field) === null ? NO_COLUMN : (choices.columns.get(field) ?? '')}
            options={[
              { value: '', label: foundText(headers, choices.columns.has(field) || report.counts === null) },
              ...(headers.length > 0 || choices.columns.has(field) ? [{ value: NO_COLUMN, label: 'no column' }] : []),
              ...options,
            ]}
            onChoose={(value) => {
              const header = value === NO_COLUMN ? null : value;
              setChoices({ ...choices, columns: withEntry(choices.columns, field, header) });
            }}
          />
        ),
    },
  ];
  return (
    <ReportPart title="Columns: what is read from where" isOpen={isOpen}>
      <RecordTable
        caption="Columns"
        isCaptionShown={false}
        columns={columns}
        records={[...usual, ...others]}
        keyOf={({ field }) => field}
      />
    </ReportPart>
  );
}

/** The first option of a field: what is found without a choice, as far as it is known. */
function foundText(headers: readonly string[], isUnknown: boolean): string {
  if (isUnknown) return 'automatic';
  return headers.length > 0 ? `found: ${headers.map((header) => oneLine(header)).join(', else ')}` : 'none';
}
