import { setTimeout as sleep } from 'node:timers/promises';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { ServiceSpec, ToolSpec } from './services.ts';

/** Told of each tool that comes to its end. */
export type Done = (tool: string) => unknown;

/** The MCP server of one session: the tools of its service, each working in steps and telling of them. */
export function createMcpServer(name: string, spec: ServiceSpec, done: Done): McpServer {
  const server = new McpServer({ name, version: spec.version }, { capabilities: { logging: {} } });
  for (const tool of spec.tools) register(server, tool, done);
  return server;
}

function register(server: McpServer, tool: ToolSpec, done: Done): void {
  const { name, description, annotations } = tool;
  const inputSchema = { [tool.argument]: z.string() };
  server.registerTool(name, { description, inputSchema, annotations }, async (args, extra) => {
    for (let step = 1; step <= tool.steps; step += 1) {
      await sleep(tool.stepMs);
      const data = `step ${step} of ${tool.steps}`;
      // Where no store keeps events, a step that nobody is there to read is not worth failing the tool for.
      await extra
        .sendNotification({ method: 'notifications/message', params: { level: 'info', data } })
        .catch(() => {});
    }
    done(name);
    return { content: [{ type: 'text', text: `${name} done: ${String(args[tool.argument])}` }] };
  });
}
