import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Bytes of JavaScript, gzipped, that `/` loads, and in how many files. */
export type FirstPage = { readonly files: number; readonly bytes: number }

/**
 * Weighs the scripts of `/`: those index.html names, the page's own that is loaded next, and all that these import
 * without being asked. Undefined when the web app has not been built.
 */
export function weighFirstPage(dist: string): FirstPage | undefined {
  const index = join(dist, 'index.html')
  if (!existsSync(index)) return undefined
  const named = scriptsOf(readFileSync(index, 'utf8')).map((path) => join(dist, path))
  const found = new Set<string>()
  const open = [...named, ...named.flatMap((path) => lazyImportsOf(path).filter(isPageOfRoot))]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue
    found.add(path)
    open.push(...importsOf(path))
  }
  if (![...found].some(isPageOfRoot))
    throw new Error('The script of the page / is not among those of index.html.')
  const weights = [...found].map((path) => gzipSync(readFileSync(path)).length)
  return { files: found.size, bytes: weights.reduce((sum, weight) => sum + weight, 0) }
}

/** The build names a page's script after the file it begins with: `/` is the sign-in page. */
function isPageOfRoot(path: string): boolean {
  return /\/sign-in-page-[\w-]+\.js$/.test(path)
}

/** The paths of the scripts that a page names, to run or to load ahead. */
function scriptsOf(html: string): string[] {
  return [...html.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="([^"]+\.js)"/g)].map((match) => match[1]!)
}

function importsOf(path: string): string[] {
  return matchesIn(path, /\b(?:from|import)\s*["'`](\.{1,2}\/[^"'`]+\.js)["'`]/g)
}

function lazyImportsOf(path: string): string[] {
  return matchesIn(path, /\bimport\(\s*["'`](\.{1,2}\/[^"'`]+\.js)["'`]\s*\)/g)
}

function matchesIn(path: string, pattern: RegExp): string[] {
  return [...readFileSync(path, 'utf8').matchAll(pattern)].map((match) => join(dirname(path), match[1]!))
}
