import { Agent } from 'undici';

const agent = new Agent();

/** Reads all pages of a list and discards them: the cost of the platform and the network alone. */
export async function readPages(url: string, key: string, list: string, pages: number, concurrency: number) {
  let next = 1;
  const one = async () => {
    const path = `/api/v1/${list}?page=${next++}&per_page=100`;
    const headers = { authorization: `Bearer ${key}` };
    const { statusCode, body } = await agent.request({ origin: url, path, method: 'GET', headers });
    await body.text();
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`);
  };
  // The first page alone, as in a search, because it contains the total.
  await one();
  const worker = async () => {
    while (next <= pages) await one();
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
