import type { Page, PageAudience } from '@bank/contract/pages'

/** Vite's manifest of the built files, by their entry's source file. */
export type Manifest = Readonly<
  Record<
    string,
    { readonly file: string; readonly imports?: readonly string[]; readonly css?: readonly string[] }
  >
>

/** The paths of a page's scripts: `first` those that every page loads, `own` the others. */
export type PageScripts = { readonly first: readonly string[]; readonly own: readonly string[] }

/** The layouts of each audience's pages. The layout of visitors' pages is part of the first scripts. */
const layouts: Readonly<Record<PageAudience, readonly string[]>> = {
  visitor: [],
  public: [],
  everyone: ['src/layout/adaptive-layout.tsx'],
  customer: ['src/layout/authenticated-layout.tsx'],
  administrator: ['src/layout/authenticated-layout.tsx'],
  // The passcode gate is already loaded, by the page `passcode`.
  elevated: ['src/layout/authenticated-layout.tsx', 'src/layout/staff-menu.tsx'],
}

/**
 * The scripts of a page, its layout and the parts of it in the source files `parts`, with their imports. Throws when the page is not
 * among the built files.
 */
export function scriptsOf(
  manifest: Manifest,
  { name, audience }: Page,
  parts: readonly string[] = [],
): PageScripts {
  const first = withImports(manifest, ['index.html'])
  const fileName = `/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-page.tsx`
  const source = Object.keys(manifest).find((file) => file.endsWith(fileName))
  if (!source) throw new Error(`The build has no script for the page ${name}.`)
  const all = withImports(manifest, [source, ...layouts[audience], ...parts])
  const own = [...all].filter((file) => !first.has(file))
  return { first: [...first], own }
}

function withImports(manifest: Manifest, sources: readonly string[]): Set<string> {
  const found = new Map<string, string>()
  const open = [...sources]
  for (let source = open.pop(); source !== undefined; source = open.pop()) {
    const built = manifest[source]
    if (!built || found.has(source)) continue
    found.set(source, `/${built.file}`)
    open.push(...(built.imports ?? []))
  }
  return new Set(found.values())
}
