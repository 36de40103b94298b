/** Runs one statement, and gives its rows. */
export type Query = <Row>(sql: string, ...parameters: unknown[]) => Promise<Row[]>;
