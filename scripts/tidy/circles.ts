import { dirname } from 'node:path/posix'
import { isVerb } from './layers.ts'
import { importsOf, isCode, isTest, type Tree } from './tree.ts'

/** The circles of folders of the contract, the server and the web app: folders that reach each other through their nouns. */
export function circlesOfFolders(tree: Tree): string[][] {
  return ['contract/src/', 'server/src/', 'web/src/'].flatMap((root) => circlesOf(arrowsIn(tree, root)))
}

/**
 * From each folder, those that its nouns import. Verbs, pages and what nothing of the same part imports are leaves: nothing reaches
 * through them.
 */
function arrowsIn(tree: Tree, root: string): Map<string, Set<string>> {
  const arrows = new Map<string, Set<string>>()
  const paths = [...tree.keys()].filter((path) => path.startsWith(root) && isCode(path) && !isTest(path))
  const imported = new Set(paths.flatMap((path) => importsOf(tree, path).map(({ target }) => target)))
  for (const path of paths) {
    if (isVerb(tree, path) || path.endsWith('-page.tsx') || !imported.has(path)) continue
    const from = folderOf(path, root)
    if (from === undefined) continue
    const targets = arrows.get(from) ?? new Set()
    arrows.set(from, targets)
    for (const { target } of importsOf(tree, path)) {
      const to = target?.startsWith(root) ? folderOf(target, root) : undefined
      if (to !== undefined && to !== from) targets.add(to)
    }
  }
  return arrows
}

/** The folder of a feature; none for a file of the root, which is in no folder. */
function folderOf(path: string, root: string): string | undefined {
  const [first, second] = path.slice(root.length).split('/')
  if (second === undefined) return undefined
  return first === 'admin' ? dirname(path) : root + first
}

/** The strongly connected parts with more than one member, each in order. */
function circlesOf(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reached = new Map([...arrows.keys()].map((from) => [from, reachedFrom(from, arrows)]))
  const circles = new Map<string, string[]>()
  for (const [from, targets] of reached) {
    const circle = [...targets].filter((target) => reached.get(target)?.has(from)).sort()
    if (circle.length > 1) circles.set(circle.join(), circle)
  }
  return [...circles.values()]
}

function reachedFrom(from: string, arrows: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>()
  const waiting = [...(arrows.get(from) ?? [])]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    waiting.push(...(arrows.get(next) ?? []))
  }
  return reached
}
