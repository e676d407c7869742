import manifest from '../../../package.json' with { type: 'json' };

/** The version of Seamark, as its package says. */
export const VERSION: string = manifest.version;
