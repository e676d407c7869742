// Node 20 does not hand the TypeScript loader of `--import tsx` on to worker threads: each registers its own.
import { register } from 'tsx/esm/api';

register();
await import('./judge-thread.ts');
