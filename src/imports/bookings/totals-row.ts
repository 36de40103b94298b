import { unguardFormula } from '../../lib/text/formula.ts';
import { normalHeader, headerWords as words } from '../headers.ts';
import { quoteCell } from '../quote-cell.ts';
import type { BookingColumns } from './columns.ts';

/** What programs write before totals, in the form of `normalHeader` and without digits: `Total: 12` is `total`. */
const TOTALS = new Set(
  words(`total totals totalamount totalrevenue totalbookings totalappointments totalclients totalcustomers grandtotal subtotal sum
    summe summen gesamt gesamtsumme gesamtbetrag gesamtergebnis gesamtzahl gesamtanzahl insgesamt zwischensumme endsumme
    totaux totalgeneral totalgenerale sommetotale soustotal somme suma sumatotal totales sumas totalcitas totais soma somatotal totalgeral
    totale totali totalecomplessivo totalegenerale somma`),
);
/** A number as tables have it, with a currency or a unit: `1.234,50 €`, `EUR 12.00`, `12:30 h`. */
const AMOUNT = /^(?:\p{Lu}{3}\s)?\P{L}*\d\P{L}*(?:\p{L}{1,4}\.?)?$/u;
/** More than one number, or one that can be a compact date. */
const HAS_DATE = /\d\D+\d|\d{5}/;
/** Cells that the report shows of a row. */
const MAX_CELLS = 5;

/** Finds the rows of totals in a file: first all rows are added, then each is checked, in their order. */
export class TotalsRows {
  readonly #columns: BookingColumns;
  readonly #width: number;
  #rows = 0;
  /** The number of the last row that has a date or a customer. */
  #lastAppointment = 0;

  /** @param width columns of the file */
  constructor(columns: BookingColumns, width: number) {
    this.#columns = columns;
    this.#width = width;
  }

  add(row: readonly string[]): void {
    this.#rows += 1;
    const cells = row.map(textOf);
    if ([...this.#dates, ...this.#customers].some((index) => cells[index])) this.#lastAppointment = this.#rows;
  }

  /**
   * Returns a function that is called with each row once more. It returns the cells of a row of totals as a text, and undefined for
   * another row. A row with a date or a customer is none.
   */
  check(): (row: readonly string[]) => string | undefined {
    let number = 0;
    return (row) => {
      number += 1;
      const cells = row.map(textOf);
      if (!this.#isTotals(cells, number > this.#lastAppointment)) return undefined;
      const filled = cells.filter(Boolean);
      return filled.slice(0, MAX_CELLS).map(quoteCell).join(', ') + (filled.length > MAX_CELLS ? ', …' : '');
    };
  }

  #isTotals(cells: readonly string[], isBehindAppointments: boolean): boolean {
    const filled = cells.filter(Boolean);
    const isNamed = isTotal(filled[0]);
    // The word can be in the column of the dates or of the customers, if that is the first one.
    const known = [...this.#dates, ...this.#customers].map((index) => cells[index] ?? '');
    if (known.some((text) => text !== '' && !(isNamed && isTotal(text) && !HAS_DATE.test(text)))) return false;
    if (cells.slice(this.#width).some(Boolean)) return false;
    if (isNamed) return true;
    // Sums without a word stand below the appointments. A row with a number of its own is an appointment that lacks the rest.
    const { booking_id: ids } = this.#columns.parts;
    const isIdentified = ids.some((index) => cells[index]);
    return isBehindAppointments && !isIdentified && filled.length * 3 <= this.#width && filled.every(isAmount);
  }

  get #dates(): readonly number[] {
    const { date, start, end } = this.#columns.parts;
    return [...date, ...start, ...end];
  }

  get #customers(): readonly number[] {
    return Object.values(this.#columns.customer.parts).flat();
  }
}

const textOf = (cell: string) => unguardFormula(cell.trim()).trim();
const isTotal = (text = '') => TOTALS.has(normalHeader(text).replace(/\d/g, ''));
const isAmount = (text: string) => AMOUNT.test(text);
