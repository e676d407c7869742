import type { ResponseSink } from './node-response.ts';

/**
 * A response with the same status, headers and body, which tells the sink what its reader takes. Nothing is read
 * ahead: the body is pulled as before, and a reader that goes away cancels it as before.
 */
export function tapWebResponse(response: Response, sink: ResponseSink): Response {
  sink.head(response.status, (name) => response.headers.get(name) ?? undefined);
  if (!response.body) {
    sink.end('finished');
    return response;
  }
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read();
          if (done) {
            controller.close();
            sink.end('finished');
          } else {
            controller.enqueue(value);
            sink.body(value);
          }
        } catch (error) {
          sink.end('network');
          controller.error(error);
        }
      },
      cancel: (reason) => {
        sink.end('closed');
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
}
