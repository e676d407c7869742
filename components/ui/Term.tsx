import { termMeaning } from '#domain/words-info/terms.ts';

/** A name that may hold a term of the field: explained when one rests on it. */
export function Term({ name }: { readonly name: string }) {
  const meaning = termMeaning(name);
  if (meaning === undefined) return name;
  return (
    <abbr
      title={meaning}
      className="cursor-help no-underline decoration-dotted underline-offset-2 hover:underline"
    >
      {name}
    </abbr>
  );
}
