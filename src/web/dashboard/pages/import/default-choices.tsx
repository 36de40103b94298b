import { oneLine } from '../../../lib/short-text.ts';
import { Select } from '../../parts/form.tsx';
import type { NameKind } from './choices.ts';
import type { KnownNames } from './known-names.ts';
import { ReportPart } from './report-parts.tsx';
import type { Import } from './use-import.ts';

const LABELS = {
  services: ['Rows that name no service', 'none: left out'],
  staff: ['Rows that name no person', 'the one who performs the service'],
} as const;

interface DefaultChoicesProps {
  known: KnownNames;
  page: Import;
}

/** The service and the person of rows that name none. */
export function DefaultChoices({ known, page: { choices, setChoices } }: DefaultChoicesProps) {
  const select = (kind: NameKind) => {
    const [label, none] = LABELS[kind];
    return (
      <Select
        label={label}
        name={kind}
        value={choices.defaults[kind]}
        options={[
          { value: '', label: none },
          ...known[kind].map(({ id, name }) => ({ value: id, label: oneLine(name) })),
        ]}
        onChoose={(value) => setChoices({ ...choices, defaults: { ...choices.defaults, [kind]: value } })}
      />
    );
  };
  return (
    <ReportPart title="Rows that name no service or no person" isOpen={false}>
      {select('services')}
      {select('staff')}
    </ReportPart>
  );
}
