const KEYS = [
  { keys: ['W', 'S'], does: 'zoom' },
  { keys: ['A', 'D'], does: 'pan' },
  { keys: ['.', ','], does: 'next, previous finding' },
  { keys: ['F'], does: 'fit' },
] as const;

const MORE = [
  { keys: ['Ctrl', 'wheel'], does: 'zoom at the pointer' },
  { keys: ['Shift', 'wheel'], does: 'pan' },
  { keys: ['drag'], does: 'pan; on the ruler: zoom to the range' },
  { keys: ['Tab', 'Enter'], does: 'go through the marks, and select' },
] as const;

interface KeysHelpProps {
  readonly open: boolean;
  readonly onToggle: () => void;
}

/** The keys, a few always in view and the rest on `?`. They act while the timeline has the focus. */
export function KeysHelp({ open, onToggle }: KeysHelpProps) {
  const shown = open ? [...KEYS, ...MORE] : KEYS;
  return (
    <div className="hidden flex-wrap items-center gap-x-4 gap-y-1.5 text-xs text-muted sm:flex">
      {shown.map((entry) => (
        <span key={entry.does} className="inline-flex items-center gap-1">
          {entry.keys.map((key) => (
            <kbd
              key={key}
              className="rounded border border-b-2 border-line bg-card px-1.5 font-mono text-[11px]"
            >
              {key}
            </kbd>
          ))}
          <span>{entry.does}</span>
        </span>
      ))}
      <button
        type="button"
        onClick={onToggle}
        aria-expanded={open}
        className="inline-flex items-center gap-1 hover:text-ink"
      >
        <kbd className="rounded border border-b-2 border-line bg-card px-1.5 font-mono text-[11px]">?</kbd>
        {open ? 'fewer keys' : 'all keys'}
      </button>
    </div>
  );
}
