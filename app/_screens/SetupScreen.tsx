'use client';

import Link from 'next/link';
import { useSyncExternalStore } from 'react';
import { Panel } from '#components/overview/Panel.tsx';
import { Blind } from '#components/setup/Blind.tsx';
import { Received } from '#components/setup/Received.tsx';
import {
  collectorSnippet,
  curlSnippet,
  environmentSnippet,
  installSnippet,
  type Places,
  serverSnippet,
  tracingSnippet,
} from '#components/setup/snippets.ts';
import { CodeBlock } from '#components/ui/CodeBlock.tsx';
import { Skeleton } from '#components/ui/Skeleton.tsx';
import { AnswerProblem } from '../_client/Answer.tsx';
import { useSetup } from '../_client/queries.ts';

const never = () => () => {};

/** How to send, what has arrived, and what is missing. */
export function SetupScreen() {
  const setup = useSetup();
  const origin = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => '',
  );
  const places = setup.data && origin !== '' ? { otlp: setup.data.otlpHttp, web: origin } : undefined;
  return (
    <div className="mx-auto max-w-[1320px] px-4 py-4 sm:px-6">
      <h1>Set-up</h1>
      <p className="mt-1 mb-4 max-w-[80ch] text-muted">
        Seamark takes OpenTelemetry over HTTP. A server that reports its resumptions with their evidence is
        judged in full; one with plain MCP spans is judged as far as its facts go, and what is missing is
        named below.
      </p>
      <AnswerProblem asked={setup} what="The set-up" />
      <div className="grid grid-cols-1 items-start gap-3.5 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        <div className="space-y-3.5 lg:order-last">
          <Panel title="What has arrived" note="in the last hour">
            {setup.data ? (
              <Received received={setup.data.received} />
            ) : (
              <Skeleton label="Loading" blocks={[40, 41]} />
            )}
          </Panel>
          <Panel title="What cannot be checked">
            {setup.data ? <Blind blind={setup.data.blind} /> : <Skeleton label="Loading" blocks={[42, 43]} />}
          </Panel>
          <Panel title="Sampling">
            <p className="text-muted">
              Never sample spans named <code className="font-mono text-xs">seamark.*</code>: a resumption that
              was sampled away cannot be judged, and what it shows about others is lost too. Keep{' '}
              <code className="font-mono text-xs">tools/call</code> spans whole as well, or calls that ran
              twice look as if they ran once.
            </p>
          </Panel>
        </div>
        {places ? (
          <Ways places={places} />
        ) : (
          <Skeleton label="Loading the snippets" blocks={[120, 200, 160]} />
        )}
      </div>
    </div>
  );
}

function Ways({ places }: { readonly places: Places }) {
  return (
    <div className="space-y-3.5">
      <Panel title="A Node server on the official SDK" note="the full evidence">
        <div className="space-y-2.5">
          <p className="text-muted">
            Install the instrumentation from this Seamark; no registry needs to know it.
          </p>
          <CodeBlock name="the install command" code={installSnippet(places)} />
          <p className="text-muted">A tracer that sends here, if the server has none yet.</p>
          <CodeBlock name="the tracing file" code={tracingSnippet(places)} />
          <p className="text-muted">Then two lines: the transport class, and the route it is served on.</p>
          <CodeBlock name="the server lines" code={serverSnippet()} />
        </div>
      </Panel>
      <Panel title="Any OpenTelemetry SDK" note="by its environment variables">
        <CodeBlock name="the environment variables" code={environmentSnippet(places)} />
      </Panel>
      <Panel title="The OpenTelemetry Collector" note="MCP spans only, beside what it exports already">
        <p className="mb-2.5 text-muted">
          Merge this into its configuration; where there is a list of{' '}
          <code className="font-mono text-xs">extensions</code> already, add to it. What it could not hand
          over yet waits on disk.
        </p>
        <CodeBlock name="the collector configuration" code={collectorSnippet(places)} />
      </Panel>
      <Panel title="One attempt by hand" note="a silently clamped replay, judged fabricated">
        <CodeBlock name="the curl command" code={curlSnippet(places)} />
        <p className="mt-2.5 text-muted">
          Then look at{' '}
          <Link href="/sessions?service=by-hand" className="underline hover:text-ink">
            its session
          </Link>
          .
        </p>
      </Panel>
    </div>
  );
}
