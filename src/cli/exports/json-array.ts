/** Yields records as a JSON array, one a line, in pieces. */
export async function* jsonArray(records: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const record of records) {
    yield `${separator}${JSON.stringify(record)}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
