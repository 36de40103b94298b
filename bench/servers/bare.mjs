/** The cost of Node alone: a server with one tool and constant answers, without any library. */
let rest = '';
const tool = { name: 'get_thing', description: 'Gets a thing.', inputSchema: { type: 'object', properties: {} } };
const serverInfo = { name: 'bare', version: '1.0.0' };
const capabilities = { tools: {} };
const ANSWERS = {
  initialize: { protocolVersion: '2025-11-25', capabilities, serverInfo },
  'server/discover': { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities },
  'tools/list': { tools: [tool] },
  'tools/call': { content: [{ type: 'text', text: '{}' }] },
};
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  for (const line of lines) {
    const { id, method } = JSON.parse(line);
    const result = ANSWERS[method];
    if (id !== undefined) process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
  }
});
