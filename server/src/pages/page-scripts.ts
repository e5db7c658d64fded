import type { Page, PageAudience } from '@bank/contract/pages'

/** What Vite writes about the built files, by the source file each begins with. */
export type Manifest = Readonly<
  Record<string, { readonly file: string; readonly imports?: readonly string[] }>
>

/** The paths of the scripts that a page loads, those of every page first. */
export type PageScripts = { readonly first: readonly string[]; readonly own: readonly string[] }

/** What is loaded around the pages of an audience. Visitors' pages are in the layout that every page begins with. */
const layouts: Readonly<Record<PageAudience, readonly string[]>> = {
  visitor: [],
  public: [],
  everyone: ['src/layout/adaptive-layout.tsx'],
  customer: ['src/layout/authenticated-layout.tsx'],
  administrator: ['src/layout/authenticated-layout.tsx'],
  // The passcode gate around them has come with the page `passcode`.
  elevated: ['src/layout/authenticated-layout.tsx'],
}

/** The scripts of a page, of its layout, and all that they import. Throws when the page is not among the built files. */
export function scriptsOf(manifest: Manifest, { name, audience }: Page): PageScripts {
  const first = withImports(manifest, ['index.html'])
  const fileName = `/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-page.tsx`
  const source = Object.keys(manifest).find((file) => file.endsWith(fileName))
  if (!source) throw new Error(`The build has no script for the page ${name}.`)
  const all = withImports(manifest, [source, ...layouts[audience]])
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
