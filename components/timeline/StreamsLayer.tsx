import type { StreamMark, TimelineLayout } from '#domain/timeline/layout-types.ts';
import type { TickBin, TickClass } from '#domain/timeline/ticks.ts';
import { Selectable, type Selecting } from './Selectable.tsx';

interface StreamsLayerProps {
  readonly layout: TimelineLayout;
  readonly selecting: Selecting;
}

interface TickStyle {
  readonly colour: string;
  readonly reach: number;
  readonly opacity: number;
}

const TICK_STYLE = {
  held: { colour: 'var(--exec)', reach: 7, opacity: 1 },
  error: { colour: 'var(--misrefused)', reach: 7, opacity: 1 },
  resync: { colour: 'var(--resynced)', reach: 7, opacity: 1 },
  result: { colour: 'var(--exec)', reach: 7, opacity: 0.95 },
  replayed: { colour: 'var(--continuous)', reach: 6, opacity: 0.9 },
  request: { colour: 'var(--ink)', reach: 5, opacity: 0.75 },
  plain: { colour: 'var(--muted)', reach: 5, opacity: 0.85 },
  quiet: { colour: 'var(--muted)', reach: 3, opacity: 0.6 },
} as const satisfies Record<TickClass, TickStyle>;

/** Streams: the lane, the connections on it, its events, its retention band; quiet ones as thin bars. */
export function StreamsLayer({ layout, selecting }: StreamsLayerProps) {
  return (
    <>
      {layout.streams.map((stream) => (
        <StreamLane key={stream.id} stream={stream} selecting={selecting} />
      ))}
      {layout.quiet.map((bar) => (
        <Selectable
          key={bar.id}
          target={{ kind: 'stream', id: bar.id }}
          selecting={selecting}
          name={bar.name}
        >
          <rect
            x={bar.x}
            y={bar.y}
            width={bar.width}
            height={bar.height}
            rx={2}
            fill="var(--continuous)"
            opacity={0.45}
            stroke={selecting.selected?.id === bar.id ? 'var(--focus)' : 'none'}
            strokeWidth={2}
            className="tl-focus"
          />
        </Selectable>
      ))}
    </>
  );
}

function StreamLane({ stream, selecting }: { readonly stream: StreamMark; readonly selecting: Selecting }) {
  const here = selecting.selected?.kind === 'stream' && selecting.selected.id === stream.id;
  const { body, y } = stream;
  return (
    <>
      {body ? (
        <Selectable target={{ kind: 'stream', id: stream.id }} selecting={selecting} name={stream.name}>
          <rect
            x={body.x}
            y={y - stream.height / 2}
            width={body.width}
            height={stream.height}
            rx={3}
            fill="var(--soft)"
            stroke={here ? 'var(--focus)' : 'none'}
            strokeWidth={1.5}
            className="tl-focus"
          />
        </Selectable>
      ) : null}
      <g pointerEvents="none">
        {body ? <Dotted x={body.x} width={body.width} y={y} /> : null}
        {stream.connections.map((bar) => (
          <path
            key={`${bar.x} ${bar.open}`}
            d={`M${bar.x} ${y}H${bar.x + bar.width}`}
            stroke="var(--continuous)"
            strokeWidth={3}
            strokeDasharray={bar.open ? '7 4' : undefined}
            opacity={bar.open ? 0.7 : 1}
          />
        ))}
        <Ticks ticks={stream.ticks} y={y} />
        {stream.fencedX === undefined ? null : <Fence x={stream.fencedX} y={y} />}
        {stream.band ? <Band band={stream.band} /> : null}
      </g>
    </>
  );
}

/** No connection: the stream lives on, nobody listens. */
function Dotted({ x, width, y }: { readonly x: number; readonly width: number; readonly y: number }) {
  return <path d={`M${x} ${y}H${x + width}`} stroke="var(--muted)" strokeDasharray="1.5 4.5" opacity={0.8} />;
}

/** One path for each kind of event, however many there are. */
function Ticks({ ticks, y }: { readonly ticks: readonly TickBin[]; readonly y: number }) {
  const paths = new Map<TickClass, string>();
  for (const tick of ticks) {
    const { reach } = TICK_STYLE[tick.kind];
    const from = y - reach;
    paths.set(tick.kind, `${paths.get(tick.kind) ?? ''}M${tick.x} ${from}v${reach * 2}`);
  }
  const held = ticks.filter((tick) => tick.kind === 'held');
  return (
    <>
      {[...paths.entries()].map(([kind, path]) =>
        kind === 'held' ? null : (
          <path
            key={kind}
            d={path}
            stroke={TICK_STYLE[kind].colour}
            strokeWidth={1.4}
            opacity={TICK_STYLE[kind].opacity}
          />
        ),
      )}
      {held.map((tick) => (
        <circle
          key={tick.x}
          cx={tick.x}
          cy={y}
          r={4.5}
          fill="var(--card)"
          stroke="var(--exec)"
          strokeWidth={2}
        />
      ))}
    </>
  );
}

function Fence({ x, y }: { readonly x: number; readonly y: number }) {
  return (
    <g stroke="var(--refused)" strokeWidth={1.8}>
      <path d={`M${x - 2.5} ${y - 11}v22M${x + 2.5} ${y - 11}v22`} />
    </g>
  );
}

function Band({ band }: { readonly band: NonNullable<StreamMark['band']> }) {
  return (
    <>
      <rect
        x={band.x}
        y={band.y}
        width={band.width}
        height={3}
        rx={1.5}
        fill="var(--resynced)"
        opacity={0.6}
      />
      <text x={band.labelX} y={band.y + 15} className="tl-small tl-halo">
        {band.label}
      </text>
    </>
  );
}
