import { Agent } from 'undici';

const agent = new Agent();

/** Reads all pages of a list and does nothing with them: what the platform and the network take by themselves. */
export async function readPages(url: string, key: string, list: string, pages: number, concurrency: number) {
  let next = 1;
  const one = async () => {
    const path = `/api/v1/${list}?page=${next++}&per_page=100`;
    const headers = { authorization: `Bearer ${key}` };
    const { statusCode, body } = await agent.request({ origin: url, path, method: 'GET', headers });
    await body.text();
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`);
  };
  // As in a search: how many there are is on the first page.
  await one();
  const worker = async () => {
    while (next <= pages) await one();
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
