export * from './counts.ts';
export * from './derived.ts';
export * from './facts.ts';
export * from './findings.ts';
export * from './judging.ts';
export * from './sessions.ts';
