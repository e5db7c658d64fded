/** The commands of an operator, which a package has: the scripts that prepare only what production needs. */
export function operatorCommands(scripts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(scripts).filter(
      ([name]) =>
        scripts[`pre${name}`]?.includes('--production') &&
        // It reads package-lock.json with npm; a package has its result, sbom.json.
        name !== 'sbom',
    ),
  )
}

/** The files of the clone that a package has, by their path; the built screens and the packages of npm are added. */
export function packagedFiles(paths: Iterable<string>, commands: Readonly<Record<string, string>>): string[] {
  const programs = Object.values(commands).flatMap((line) => /\bscripts\/[\w-]+(?=\.ts)/.exec(line) ?? [])
  return [...paths].filter(
    (path) =>
      !/\.test\.ts$/.test(path) &&
      (/^(ledger|contract|server)\/(src\/|package\.json$)/.test(path) ||
        path.startsWith('server/migrations/') ||
        programs.some((program) => path === `${program}.ts` || path.startsWith(`${program}/`)) ||
        /^(docs\/[\w-]+\.md|deploy\/.+|LICENSE|README\.md|CHANGELOG\.md)$/.test(path)),
  )
}

/** The files of the last build of the screens. Its folder also keeps the assets of earlier builds. */
export function builtFiles(
  paths: readonly string[],
  manifest: Readonly<Record<string, Chunk>>,
  indexHtml: string,
): string[] {
  const current = new Set(indexHtml.match(/assets\/[\w.-]+/g))
  for (const { file, css = [], assets = [] } of Object.values(manifest))
    for (const name of [file, ...css, ...assets]) current.add(name)
  return paths.filter((path) => !path.startsWith('assets/') || current.has(path.replace(/\.(gz|br)$/, '')))
}

/** A chunk in Vite's manifest. */
type Chunk = { readonly file: string; readonly css?: readonly string[]; readonly assets?: readonly string[] }
