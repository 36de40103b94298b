import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Answers each line on stdin, `["tools"]` or `["call", name, arguments]`, with one line on stdout. */
const [folder = '', server = '{}'] = process.argv.slice(2);
const load = createRequire(join(folder, 'package.json'));
const { createMCPClient, ElicitationRequestSchema } = load('@ai-sdk/mcp');
const { Experimental_StdioMCPTransport: Stdio } = load('@ai-sdk/mcp/mcp-stdio');
const { url, ...start } = JSON.parse(server);

const client = await createMCPClient({
  transport: url ? { type: 'http', url } : new Stdio({ ...start, stderr: 'ignore' }),
  capabilities: { elicitation: {} },
});
let forms = 0;
client.onElicitationRequest(ElicitationRequestSchema, () => {
  forms++;
  return { action: 'accept', content: { confirm: true } };
});

const execute = ([command, name, args]) =>
  command === 'tools' ? client.listTools() : client.callTool({ name, arguments: args });
for await (const line of createInterface({ input: process.stdin })) {
  const answer = await execute(JSON.parse(line)).then(
    (result) => ({ result }),
    (error) => ({ error: String(error) }),
  );
  process.stdout.write(`${JSON.stringify({ ...answer, forms })}\n`);
}
await client.close();
