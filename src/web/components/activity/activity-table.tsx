import { type ComponentChildren, Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { countText } from '../../lib/moments.ts';
import { numberGroups } from '../../lib/phone.ts';
import { Name } from '../name.tsx';
import { PhoneNumber } from '../phone-number.tsx';
import { Said } from '../said.tsx';
import { useWidth } from '../use-width.ts';
import { areOfOneYear, groupingTitle, groupLabel, isTime, keyLabel, type LabelForm } from './labels.ts';
import type { Measure } from './measures.ts';
import type { ActivitySummary, GroupKeys, Numbers } from './model.ts';
import { type Column, columnsOf, type TableForm, tableForm } from './table-columns.ts';

/** Groups that are shown before the rest is asked for. */
const FOLD_AFTER = 31;
const MIN_FOLDED = 5;

interface TableProps {
  summary: ActivitySummary;
  measures: readonly Measure[];
  caption: string;
}

/** Every number of an answer: one row for each group, those that are not listed together, and the total. */
export function ActivityTable({ summary, measures, caption }: TableProps) {
  const { groupings, groups, other, total } = summary;
  const { element, width } = useWidth<HTMLDivElement>();
  const [isWhole, setWhole] = useState(groups.length <= FOLD_AFTER + MIN_FOLDED);
  const unfold = () => {
    setWhole(true);
    // Reading goes on where the table has grown.
    requestAnimationFrame(() => element.current?.querySelectorAll('tbody')[FOLD_AFTER]?.focus());
  };
  const columns = columnsOf(summary, measures);
  const form = areOfOneYear(groups) ? 'yearless' : 'full';
  const names = groups.map(({ keys }) => groupLabel(groupings, keys, form));
  const layout = tableForm(columns, [...groups.map(({ numbers }) => numbers), total], names, width);
  const shown = isWhole ? groups : groups.slice(0, FOLD_AFTER);
  const common = { columns, layout };
  return (
    <div ref={element}>
      <table class={`numbers ${layout}`}>
        <caption>{caption}</caption>
        {layout !== 'lines' && (
          <thead>
            <tr>
              {layout === 'beside' && <th scope="col">{groupings.map(groupingTitle).join(', ')}</th>}
              {columns.map(({ title }) => (
                <th key={title} scope="col" class="number">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
        )}
        {shown.map(({ keys, numbers }, index) => (
          <tbody key={index} tabIndex={index === FOLD_AFTER ? -1 : undefined}>
            <Rows numbers={numbers} {...common}>
              <GroupName groupings={groupings} keys={keys} form={form} />
            </Rows>
          </tbody>
        ))}
        {other && (
          <tbody>
            <Rows numbers={other.numbers} {...common}>
              {countText(other.groups, 'other group')}
            </Rows>
          </tbody>
        )}
        <tfoot>
          <Rows numbers={total} {...common}>
            Total
          </Rows>
        </tfoot>
      </table>
      {!isWhole && (
        <button type="button" onClick={unfold}>
          Show all {countText(groups.length, 'row')}
        </button>
      )}
    </div>
  );
}

interface GroupNameProps {
  groupings: readonly string[];
  keys: GroupKeys;
  form: LabelForm;
}

/** The values of all groupings of a group. A time has marks that names do not have, and needs no quotation marks. */
function GroupName({ groupings, keys, form }: GroupNameProps) {
  return groupings.map((grouping, index) => {
    const key = keys[grouping];
    const label = keyLabel(grouping, key, form);
    return (
      <Fragment key={grouping}>
        {index > 0 && ' · '}
        {isTime(grouping) ? <Said text={label} /> : isNumber(key) ? <PhoneNumber text={key} /> : <Name text={label} />}
      </Fragment>
    );
  });
}

const isNumber = (key: unknown): key is string => typeof key === 'string' && numberGroups(key).length > 1;

interface RowsProps {
  numbers: Numbers;
  columns: readonly Column[];
  layout: TableForm;
  children: ComponentChildren;
}

/** The name of a group and its numbers. */
function Rows({ numbers, columns, layout, children }: RowsProps) {
  const cell = ({ title, text }: Column) => (
    <td key={title} class="number">
      {text(numbers)}
    </td>
  );
  if (layout === 'beside')
    return (
      <tr>
        <th scope="row">{children}</th>
        {columns.map(cell)}
      </tr>
    );
  const name = (
    <tr class="name">
      <th scope="rowgroup" colSpan={layout === 'under' ? columns.length : 2}>
        {children}
      </th>
    </tr>
  );
  const rows = columns.map((column) => (
    <tr key={column.title}>
      <th scope="row">{column.title}</th>
      {cell(column)}
    </tr>
  ));
  return (
    <>
      {name}
      {layout === 'under' ? <tr>{columns.map(cell)}</tr> : rows}
    </>
  );
}
