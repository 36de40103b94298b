// Prints the morning report of a practice. A model reads appointments and calls through rcpt-mcp, and writes the report.

import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioTransport } from '@ai-sdk/mcp/mcp-stdio';
import { generateText, stepCountIs } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';

/** With a key of the AI Gateway (https://vercel.com/ai-gateway) a real model writes the report. */
const hasModel = Boolean(process.env.AI_GATEWAY_API_KEY);
const model = hasModel ? (process.env.MODEL ?? 'anthropic/claude-haiku-4.5') : substituteModel();

// --read-only: the tools that write are not offered, so the model cannot change anything.
const client = await createMCPClient({
  transport: new StdioTransport({ command: 'npx', args: ['-y', 'rcpt-mcp', '--read-only'], env: process.env }),
});
try {
  // The server has prompts for common tasks. This one says which tools to call and what a briefing contains.
  const briefing = await client.experimental_getPrompt({ name: 'morning_briefing', arguments: { day: 'today' } });
  const { text, steps } = await generateText({
    model,
    tools: await client.tools(),
    stopWhen: stepCountIs(10),
    prompt: briefing.messages.map(({ content }) => content.text).join('\n'),
  });
  const used = steps.flatMap(({ toolCalls }) => toolCalls.map(({ toolName }) => toolName));
  console.log(`Tools used: ${used.join(', ')}\n\n${text}`);
} finally {
  await client.close();
}

/** Replaces a model if there is no key: calls the tools of the briefing, then repeats what they returned. */
function substituteModel() {
  const calls = [
    { toolName: 'list_bookings', input: '{"from":"today","to":"today"}' },
    { toolName: 'find_follow_ups', input: '{"kind":"callback","limit":5}' },
  ];
  const usage = { inputTokens: { total: 0 }, outputTokens: { total: 0 } };
  return new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      const results = prompt.flatMap(({ role, content }) => (role === 'tool' ? content : []));
      if (results.length === 0) {
        const content = calls.map((call, index) => ({ type: 'tool-call', toolCallId: `call-${index}`, ...call }));
        return { content, finishReason: { unified: 'tool-calls' }, usage, warnings: [] };
      }
      const answers = results.map(
        ({ toolName, output }) => `## ${toolName}\n\n${output.value.map((part) => part.text).join('\n')}`,
      );
      const text = ['Without AI_GATEWAY_API_KEY: this is what a model would read.', ...answers].join('\n\n');
      return { content: [{ type: 'text', text }], finishReason: { unified: 'stop' }, usage, warnings: [] };
    },
  });
}
