/** Version of this package, as on its spans' scope; a test holds it to package.json. */
export const VERSION = '0.1.0';
