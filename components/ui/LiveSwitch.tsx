'use client';

interface LiveSwitchProps {
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

/** Whether the page follows what arrives. */
export function LiveSwitch({ on, onChange }: LiveSwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      onClick={() => onChange(!on)}
      className="inline-flex items-center gap-2 rounded-full border border-line bg-card px-3 py-1 text-sm hover:border-strong-line"
    >
      <span
        aria-hidden="true"
        className={`size-2 rounded-full ${on ? 'bg-continuous' : 'border border-muted'}`}
      />
      Live
    </button>
  );
}
