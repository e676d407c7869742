/** Values nested deeper than this are cut off: they are of no use, and a hostile one would exhaust the stack. */
export const MAX_VALUE_DEPTH = 16;

/** What stands in their place. */
export const TOO_DEEP = '{nested too deeply}';
