/** Terms of the field that stand in names on screen, each in one sentence. The longer ones first: they are looked up in names. */
export const TERMS = [
  ['incarnation', 'One life of a session: the same id can be used again after a restart, for another one.'],
  ['high water', 'The highest ordinal that the server has issued on the stream.'],
  ['predecessor', 'The connection that the client had on this stream before.'],
  ['namespacing', 'What an event id is unique within: the stream, the session, its life.'],
  ['sequence', 'The row of numbers that event ids are drawn from.'],
  ['ordinal', 'The place of an event in the order of its stream.'],
  ['fenced', 'Closed to writes, so that nothing goes to a stream that nobody reads any more.'],
  ['marker', "The server's word to the client that its stream is resumed, new, or has a gap."],
  ['cursor', 'The last event that the client says it received (Last-Event-ID).'],
  ['floor', 'The oldest ordinal that the buffer still holds; what is older cannot be replayed.'],
  ['grace', 'How long an old connection may look live before it is given up.'],
  ['rival', 'Another connection that counts as live while this one asks for the stream.'],
] as const;

/** What the term in a name means; nothing where there is none to explain. */
export function termMeaning(name: string): string | undefined {
  const words = name.toLowerCase();
  return TERMS.find(([term]) => words.includes(term))?.[1];
}
