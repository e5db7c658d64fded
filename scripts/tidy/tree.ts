import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'

/** The files of the clone by their path from its root, with their text (empty for pictures and fonts). */
export type Tree = Map<string, string>

/** An import: its specifier, and the imported file when it is in the tree. */
export type Import = { specifier: string; target: string | undefined }

/** Reads every file that git does not ignore. */
export function readTree(root: string): Tree {
  const tree: Tree = new Map()
  const walk = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.name === 'node_modules' || ignored.has(path)) continue
      if (entry.isDirectory()) walk(path)
      else if (entry.isFile() && !path.endsWith('.log')) tree.set(path, isText(path) ? read(root, path) : '')
    }
  }
  walk('')
  return tree
}

const ignored = new Set(['.git', 'data', 'web/dist', 'e2e/results', 'gallery', 'lab/results', 'release'])

/** A tree for a test. */
export function treeOf(files: Record<string, string>): Tree {
  return new Map(Object.entries(files))
}

/** The imports of a file: static, dynamic, of types and of style sheets, and re-exports. */
export function importsOf(tree: Tree, path: string): Import[] {
  const text = withoutComments(tree.get(path) ?? '')
  return [...text.matchAll(importPattern)].map((match) => {
    const specifier = match[1] ?? match[2] ?? match[3] ?? ''
    return { specifier, target: resolve(tree, path, specifier) }
  })
}

/** The files that a file names in a string, relative to its folder or to the root: workers, set-up files, pages. */
export function filesNamedIn(tree: Tree, path: string): string[] {
  const text = tree.get(path) ?? ''
  return [...text.matchAll(/['"`\s](\.{0,2}\/?[\w@][\w@./-]*\.\w+)(?=['"`\s?])/g)]
    .flatMap((match) => [
      join(dirname(path), match[1] ?? ''),
      normalize(match[1] ?? ''),
      join(dirname(path), `.${match[1]}`),
    ])
    .filter((named) => tree.has(named))
}

/** A file's text without its comments. Text in quotes stays, also where it looks like a comment. */
export function withoutComments(text: string): string {
  return text.replace(
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
    (_, quoted?: string) => quoted ?? '',
  )
}

export function isCode(path: string): boolean {
  return /\.(ts|tsx|mjs)$/.test(path)
}

/** True for tests, journeys and the files that only they use. */
export function isTest(path: string): boolean {
  return (
    /\.(test|spec)\.tsx?$/.test(path) ||
    /^((server|ledger|contract|web|lab\/chaos)\/test|e2e|lab\/(screens|simulation))\//.test(path)
  )
}

const importPattern =
  /^\s*(?:import|export)\b(?:[^'"();=]|\n)*?from\s*['"]([^'"]+)['"]|^\s*@?import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm

function resolve(tree: Tree, from: string, specifier: string): string | undefined {
  const packaged = /^@bank\/(\w+)\/(.+?)(\.json)?$/.exec(specifier)
  const file = packaged && `${packaged[2]}${packaged[3] ?? '.ts'}`
  const paths = packaged
    ? [`${packaged[1]}/src/${file}`, `${packaged[1]}/${file}`]
    : specifier.startsWith('.')
      ? [join(dirname(from), specifier)]
      : []
  return paths.find((path) => tree.has(path))
}

function isText(path: string): boolean {
  return !/\.(png|jpe?g|webp|avif|ico|woff2?|pdf)$/.test(path)
}

function read(root: string, path: string): string {
  return readFileSync(join(root, path), 'utf8')
}
