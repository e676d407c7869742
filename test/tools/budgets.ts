import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** The budgets of the house style, in lines. Blank lines in a function are free; in a file they count. */
const FILE_LINES = 300;
const FUNCTION_LINES = 50;
const COMPONENT_LINES = 120;
const README_LINES = 15;

/** Everything of ours that is code. */
export const CODE_FOLDERS = [
  'app',
  'bench',
  'cli',
  'collector',
  'components',
  'db',
  'demo',
  'domain',
  'packages',
  'test',
] as const;
const SKIPPED = new Set(['node_modules', 'dist', 'migrations', 'fixtures']);
const CODE = /\.(ts|tsx|mjs|cjs|js|css)$/;

/** All code files under the clone, relative, in a fixed order. */
export function codeFiles(root: string): readonly string[] {
  const atTop = readdirSync(root).filter((name) => CODE.test(name) && name !== 'next-env.d.ts');
  return [...atTop, ...presentFolders(root).flatMap((folder) => filesUnder(root, folder))];
}

/** The code folders that exist; that none is missing is the business of `readmeProblems`. */
export function presentFolders(root: string): readonly string[] {
  return CODE_FOLDERS.filter((folder) => existsSync(join(root, folder)));
}

function filesUnder(root: string, folder: string): readonly string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries
    .sort((a, b) => a.name.localeCompare(b.name))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesUnder(root, path);
      return CODE.test(entry.name) ? [path] : [];
    });
}

/** Every file and function over its budget, as lines to print. */
export function overBudget(path: string, text: string): readonly string[] {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  const file = lines > FILE_LINES ? [`${path}: ${lines} lines, ${FILE_LINES} are allowed`] : [];
  const areFunctionsFree = /^(test|bench)\//.test(path) || path.endsWith('.css');
  return areFunctionsFree ? file : [...file, ...longFunctions(path, text)];
}

function longFunctions(path: string, text: string): readonly string[] {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const lines = filledLines(node.getText(source));
      const limit = isComponent(node, source) ? COMPONENT_LINES : FUNCTION_LINES;
      if (lines > limit)
        found.push(`${path}: ${nameOf(node, source)} has ${lines} lines, ${limit} are allowed`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function filledLines(text: string): number {
  return text.split('\n').filter((line) => line.trim() !== '').length;
}

/** A function whose name begins with a capital and that holds JSX. */
function isComponent(node: ts.Node, source: ts.SourceFile): boolean {
  if (!/^[A-Z]/.test(nameOf(node, source))) return false;
  let hasJsx = false;
  const visit = (child: ts.Node): void => {
    hasJsx ||= ts.isJsxElement(child) || ts.isJsxSelfClosingElement(child) || ts.isJsxFragment(child);
    if (!hasJsx) ts.forEachChild(child, visit);
  };
  visit(node);
  return hasJsx;
}

function nameOf(node: ts.Node, source: ts.SourceFile): string {
  if ('name' in node && isNamed(node.name)) return node.name.getText(source);
  const parent = node.parent;
  return ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)
    ? parent.name.getText(source)
    : `the function at line ${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;
}

function isNamed(name: unknown): name is ts.Node {
  return typeof name === 'object' && name !== null && 'getText' in name;
}

/** Every top folder has a README of at most 15 lines; what is wrong, as lines to print. */
export function readmeProblems(root: string): readonly string[] {
  return CODE_FOLDERS.flatMap((folder) => {
    const path = join(folder, 'README.md');
    try {
      const lines = readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length;
      return lines > README_LINES ? [`${path}: ${lines} lines, ${README_LINES} are allowed`] : [];
    } catch {
      return [`${path} is missing`];
    }
  });
}
