import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Bytes of JavaScript, gzipped, that somebody loads who comes to a route first, and in how many files. */
export type RouteWeight = { readonly path: string; readonly files: number; readonly bytes: number }

/**
 * Weighs the scripts of each route: those index.html names, the page's own and its frame's, and all that these import
 * without being asked. `routes` is the text of the file that names the routes' pages. Undefined when the web app has
 * not been built.
 */
export function weighRoutes(dist: string, routes: string): RouteWeight[] | undefined {
  const index = join(dist, 'index.html')
  if (!existsSync(index)) return undefined
  const always = scriptsOf(readFileSync(index, 'utf8')).map((path) => join(dist, path))
  const assets = readdirSync(join(dist, 'assets'))
  const sizes = new Map<string, number>()
  const sizeOf = (path: string) => {
    const size = sizes.get(path) ?? gzipSync(readFileSync(path)).length
    sizes.set(path, size)
    return size
  }
  const weigh = (path: string, scripts: readonly string[]): RouteWeight => {
    const found = withImports([...always, ...scripts])
    return { path, files: found.size, bytes: [...found].reduce((sum, one) => sum + sizeOf(one), 0) }
  }
  return pagesIn(routes).map(({ path, module }) => {
    // Two pages of one name differ in their folder, which the build leaves out: the heavier one counts for both.
    const weights = scriptsNamed(assets, module).map((script) =>
      weigh(
        path,
        [script, ...frameOf(path, assets)].map((name) => join(dist, 'assets', name)),
      ),
    )
    if (weights.length === 0) throw new Error(`The script of the page ${path} is not among the built ones.`)
    return weights.reduce((heavier, one) => (one.bytes > heavier.bytes ? one : heavier))
  })
}

/** Bytes of all styles, gzipped: every page has them whole. */
export function weighStyles(dist: string): number {
  return readdirSync(join(dist, 'assets'))
    .filter((name) => name.endsWith('.css'))
    .reduce((sum, name) => sum + gzipSync(readFileSync(join(dist, 'assets', name))).length, 0)
}

/** `'/terms': async () => ({ default: (await import('./legal/terms-page.tsx')).TermsPage })` and its like. */
function pagesIn(routes: string): { path: string; module: string }[] {
  return [...routes.matchAll(/'(\/[^']*)': async \(\) =>[^']*?import\('([^']+)\.tsx'\)/g)].map(
    ([, path, module]) => ({ path: path!, module: basename(module!) }),
  )
}

const withoutFrame = ['/', '/register', '/reset-password', '/confirm-email', '/terms', '/privacy']

function frameOf(path: string, assets: readonly string[]): readonly string[] {
  if (withoutFrame.includes(path)) return []
  return scriptsNamed(assets, path === '/support' ? 'adaptive-layout' : 'authenticated-layout')
}

/** The build names a script after the file it begins with, and eight signs of its contents. */
function scriptsNamed(assets: readonly string[], module: string): string[] {
  return assets.filter(
    (name) => name.startsWith(`${module}-`) && /^-[\w-]{8}\.js$/.test(name.slice(module.length)),
  )
}

function withImports(scripts: readonly string[]): Set<string> {
  const found = new Set<string>()
  const open = [...scripts]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue
    found.add(path)
    open.push(...importsOf(path))
  }
  return found
}

/** The paths of the scripts that a page names, to run or to load ahead. */
function scriptsOf(html: string): string[] {
  return [...html.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="([^"]+\.js)"/g)].map((match) => match[1]!)
}

function importsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  return [...text.matchAll(/\b(?:from|import)\s*["'`](\.{1,2}\/[^"'`]+\.js)["'`]/g)].map((match) =>
    join(dirname(path), match[1]!),
  )
}
