'use client';

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

/** The platform's own list: it knows keyboards, screen readers and phones better than we do. */
export function Select({ label, value, options, onChange }: SelectProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`select-caret max-w-44 cursor-pointer appearance-none truncate rounded-full border bg-card py-1 pr-7 pl-3 text-sm hover:border-strong-line ${
        value === '' ? 'border-line text-muted' : 'border-strong-line text-ink'
      }`}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
