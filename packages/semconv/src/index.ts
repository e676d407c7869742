export * from './aliases.ts';
export * from './attributes.ts';
export * from './facts.ts';
export * from './scopes.ts';
export * from './values.ts';
export * from './wire.ts';
