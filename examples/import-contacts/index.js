// Adds the customers of a file to the platform, each once. A second run, also after an interrupted one, adds only what is missing.

import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const file = process.argv[2];
if (file === undefined) {
  console.error('Name the file with one customer in each line: node index.js customers.jsonl');
  process.exit(2);
}

// Only the toolset that is needed. RCPT_BASE_URL and RCPT_API_KEY of the environment select the platform.
const transport = new StdioClientTransport({
  command: 'npx',
  args: ['-y', 'rcpt-mcp', '--toolsets', 'contacts'],
  env: process.env,
});
const client = new Client({ name: 'import-contacts', version: '1.0.0' });
await client.connect(transport);

const counts = { added: 0, existing: 0, failed: 0 };
let number = 0;
try {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    number++;
    if (line.trim() === '') continue;
    try {
      const { created, id } = await addCustomer(JSON.parse(line));
      counts[created ? 'added' : 'existing']++;
      console.log(`${id} ${created ? 'added' : 'exists'}`);
    } catch (error) {
      counts.failed++;
      console.error(`${file}:${number}: ${error.message}`);
    }
  }
} finally {
  await client.close();
}
console.log(`${counts.added} added, ${counts.existing} existed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;

/** Returns the contact with this e-mail address or phone, or adds one. */
async function addCustomer(customer) {
  const { isError, structuredContent, content } = await client.callTool({
    name: 'create_contact',
    arguments: customer,
  });
  if (isError) throw new Error(content[0].text);
  return { created: structuredContent.created, id: structuredContent.contact.id };
}
