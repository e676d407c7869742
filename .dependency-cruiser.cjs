/**
 * Who may import whom: the table of the house style, as a test. `test/tools/layers.ts` also plants a bad import to
 * see that it is caught, and counts the modules: a checker that sees nothing passes everything.
 */

/** Project code; everything else in `to` is a package or a part of Node. */
const PROJECT = '^(app|bench|cli|collector|components|db|demo|domain|packages|test|config\\.ts)(/|$)';

/** Each layer with the project paths it may import besides itself. */
const LAYERS = {
  domain: [],
  db: ['domain'],
  collector: ['db', 'domain', 'packages/semconv'],
  components: ['domain'],
  app: ['components', 'db', 'domain', 'packages/semconv'],
  cli: ['db', 'domain', 'config\\.ts'],
  demo: ['packages'],
};

/** The composition roots, the only places outside `cli/` that read the settings. */
const READS_CONFIG = {
  collector: '^collector/main\\.ts$',
  app: '^app/_server/',
  demo: '^demo/main\\.ts$',
};

const layerRules = Object.entries(LAYERS).map(([layer, allowed]) => ({
  name: `layer-${layer}`,
  comment: `${layer}/ may import itself${allowed.length > 0 ? `, ${allowed.join(', ')}` : ' only'}`,
  severity: 'error',
  from: { path: `^${layer}/` },
  to: {
    path: PROJECT,
    pathNot: [layer, ...allowed, ...(READS_CONFIG[layer] ? ['config\\.ts'] : [])].map(
      (path) => `^${path}(/|$)`,
    ),
  },
}));

const configRules = Object.entries(READS_CONFIG).map(([layer, root]) => ({
  name: `config-${layer}`,
  comment: 'the settings are read where a process is put together',
  severity: 'error',
  from: { path: `^${layer}/`, pathNot: root },
  to: { path: '^config\\.ts$' },
}));

module.exports = {
  forbidden: [
    ...layerRules,
    ...configRules,
    {
      name: 'domain-is-pure',
      comment:
        'domain/ imports no package and no part of Node: it runs unchanged in collector, browser and tests',
      severity: 'error',
      from: { path: '^domain/' },
      to: { pathNot: ['^domain/', PROJECT] },
    },
    {
      name: 'components-run-in-the-browser',
      severity: 'error',
      from: { path: '^components/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'semconv-stands-alone',
      severity: 'error',
      from: { path: '^packages/semconv/src/' },
      to: { pathNot: '^packages/semconv/src/' },
    },
    {
      name: 'instrumentation-is-light',
      comment: 'hosts get @opentelemetry/api and nothing else; the MCP SDK as types only',
      severity: 'error',
      from: { path: '^packages/instrumentation/src/' },
      to: {
        pathNot: ['^packages/(instrumentation|semconv)/src/', '^node_modules/@opentelemetry/api/'],
        dependencyTypesNot: ['core', 'type-only'],
      },
    },
    {
      name: 'config-stands-alone',
      severity: 'error',
      from: { path: '^config\\.ts$' },
      to: { pathNot: '^node_modules/zod/' },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { pathNot: '^(test|bench)/' },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'no-cycles',
      comment: 'a cycle of types alone is harmless',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-dev-dependency-in-production',
      severity: 'error',
      from: { path: '^(app|cli|collector|components|db|demo|domain|config\\.ts)' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '(^|/)dist/'] },
    exclude: { path: ['(^|/)dist/', '^\\.next', '^public/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['seamark-source', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
