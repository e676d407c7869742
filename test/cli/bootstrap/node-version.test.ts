import { expect, test } from 'vitest';
import { isSupportedNode } from '#cli/bootstrap/node-version.mjs';

test.each(['v20.19.0', 'v20.20.2', 'v22.0.0', 'v24.1.0'])('%s will do', (version) => {
  expect(isSupportedNode(version)).toBe(true);
});

test.each(['v20.18.3', 'v18.20.0', 'v16.0.0', 'v9.9.9'])('%s will not', (version) => {
  expect(isSupportedNode(version)).toBe(false);
});
