/**
 * What the tarballs of a package are called: as `npm pack` names it, and without the version, for READMEs and snippets,
 * which must not go out of date.
 *
 * @param {{ name: string, version: string }} manifest of package.json
 */
export function tarballNames({ name, version }) {
  const flat = name.replace(/^@/, '').replace('/', '-');
  return { packed: `${flat}-${version}.tgz`, unversioned: `${flat}.tgz` };
}
