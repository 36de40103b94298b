import { type ComponentChildren, Fragment } from 'preact';

/** What a table shows of each record. */
interface Column<R> {
  heading: string;
  /** The name of the field where a record is a card. Default: the heading. */
  label?: string;
  isNumber?: boolean;
  cell(record: R): ComponentChildren;
}

/** The first column names the record. */
export type Columns<R> = readonly [Column<R>, ...Column<R>[]];

interface RecordTableProps<R> {
  caption: string;
  /** False if the page shows its words already. Default true. */
  isCaptionShown?: boolean;
  columns: Columns<R>;
  records: readonly R[];
  keyOf(record: R): string;
  /** True for a record that is kept, but no longer in use. */
  isEnded?(record: R): boolean;
  /** The buttons of a record. */
  actions?: ((record: R) => ComponentChildren) | undefined;
  /** What is open below a record. */
  below?(record: R): ComponentChildren;
}

/** A table of records: where it is narrow, each of them is a card. */
export function RecordTable<R>(props: RecordTableProps<R>) {
  const { caption, isCaptionShown = true, columns, records, keyOf, isEnded, actions, below } = props;
  const [name, ...others] = columns;
  return (
    <div class="cards-when-narrow">
      <table>
        <caption class={isCaptionShown ? undefined : 'visually-hidden'}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ heading, isNumber }) => (
              <th key={heading} scope="col" class={isNumber ? 'number' : undefined}>
                {heading}
              </th>
            ))}
            {actions && (
              <th scope="col">
                <span class="visually-hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => {
            const opened = below?.(record);
            return (
              <Fragment key={keyOf(record)}>
                <tr class={isEnded?.(record) ? 'ended' : undefined}>
                  <th scope="row" data-label={name.label ?? name.heading}>
                    {name.cell(record)}
                  </th>
                  {others.map(({ heading, label = heading, isNumber, cell }) => (
                    <td key={heading} data-label={label} class={isNumber ? 'number' : undefined}>
                      {cell(record)}
                    </td>
                  ))}
                  {actions && <td>{actions(record)}</td>}
                </tr>
                {opened && (
                  <tr>
                    <td colSpan={columns.length + (actions ? 1 : 0)}>{opened}</td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
