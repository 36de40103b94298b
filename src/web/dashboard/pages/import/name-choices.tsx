import { Said } from '../../../components/said.tsx';
import { numberText } from '../../../lib/moments.ts';
import { oneLine } from '../../../lib/short-text.ts';
import { Select } from '../../parts/form.tsx';
import { inQuotes } from '../../parts/in-quotes.ts';
import { RecordTable } from '../../parts/record-table.tsx';
import { href } from '../../parts/route.ts';
import { type NameKind, withEntry } from './choices.ts';
import type { KnownNames } from './known-names.ts';
import type { Import, Shown } from './use-import.ts';

/** Names of each kind that are shown. */
const MAX_NAMES = 50;

interface NameChoicesProps {
  kind: NameKind;
  known: KnownNames;
  shown: Shown;
  page: Import;
}

/** Names of the file that the business does not have, with a choice of those that it has. */
export function NameChoices({ kind, known, shown, page: { choices, setChoices } }: NameChoicesProps) {
  const names = shown.names[kind];
  if (names.length === 0) return null;
  const one = kind === 'services' ? 'service' : 'person';
  const chosen = choices.names[kind];
  const options = [...new Set(known[kind].map(({ name }) => name))].map((name) => ({
    value: name,
    label: oneLine(name),
  }));
  const more = names.length - MAX_NAMES;
  return (
    <section>
      <RecordTable
        caption={
          kind === 'services' ? 'Services that the business does not have' : 'People whom the business does not have'
        }
        columns={[
          { heading: 'In the file', cell: ({ name }) => <Said text={name} /> },
          { heading: 'Rows', isNumber: true, cell: ({ rows }) => numberText(rows) },
          {
            heading: `Which ${one} it is`,
            label: `Is the ${one}`,
            cell: ({ name }) => (
              <Select
                isLabelHidden
                name={kind}
                label={`Which ${one} ${inQuotes(name)} is`}
                value={chosen.get(name) ?? ''}
                options={[{ value: '', label: 'none: left out' }, ...options]}
                onChoose={(value) =>
                  setChoices({ ...choices, names: { ...choices.names, [kind]: withEntry(chosen, name, value) } })
                }
              />
            ),
          },
        ]}
        records={names.slice(0, MAX_NAMES)}
        keyOf={({ name }) => name}
      />
      <p class="quiet">
        {more > 0 && `And ${numberText(more)} more: perhaps another column holds the ${one}. `}
        {`If a ${one} is missing here, add it on the page `}
        <a href={href('business')} target="_blank" rel="noopener">
          Business (in a new tab)
        </a>
        , then press Show again.
      </p>
    </section>
  );
}
