'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/Button.tsx';

interface SearchBoxProps {
  /** What is searched for now. */
  readonly query: string;
  readonly onSearch: (query: string) => void;
}

/**
 * Search by an id. A raw session id works like a password on many servers, so what is typed is sent in a
 * body, is never put into the address, and browsers are asked not to remember it.
 */
export function SearchBox({ query, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(query);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(text.trim());
  };
  return (
    <search>
      <form onSubmit={submit} className="flex gap-2">
        <input
          type="search"
          aria-label="Search by session id, trace id or request id"
          placeholder="Session id, trace id or request id"
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          className="min-w-0 flex-1 rounded-[7px] border border-line bg-card px-3 py-1 font-mono text-[13px] placeholder:font-sans placeholder:text-muted"
        />
        <Button type="submit">Search</Button>
      </form>
    </search>
  );
}
