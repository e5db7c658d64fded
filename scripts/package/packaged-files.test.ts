import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { importsOf, readTree } from '../tidy/tree.ts'
import { builtFiles, operatorCommands, packagedFiles } from './packaged-files.ts'

const tree = readTree(join(import.meta.dirname, '../..'))
const commands = operatorCommands(manifest.scripts)
const packaged = packagedFiles(tree.keys(), commands)

test('a package has the commands of operators and no others', () => {
  expect(Object.keys(commands)).toEqual(
    expect.arrayContaining(['start', 'check-books', 'keys', 'administrator']),
  )
  for (const name of ['test', 'dev', 'bench', 'package', 'sbom']) expect(commands).not.toHaveProperty(name)
})

test('a package has every file that the program and the commands of operators import', () => {
  const entries = Object.values(commands).map((line) => /[\w/-]+\.ts\b/.exec(line)![0])
  expect(entries).toContain('server/src/main.ts')
  const needed = importedBy(entries).filter((path) => path !== 'package.json')
  expect(needed.length).toBeGreaterThan(300)
  expect(needed).toContain('server/src/pages/render-thread.ts')
  expect(needed.filter((path) => !packaged.includes(path))).toEqual([])
})

/** The files that run with these: what they import, and their worker threads. */
function importedBy(entries: readonly string[]): string[] {
  const found = new Set<string>()
  const visit = (path: string) => {
    if (found.has(path)) return
    found.add(path)
    const threads = [...(tree.get(path) ?? '').matchAll(/new URL\('(\.[\w./-]+)', import\.meta\.url\)/g)]
    for (const [, file] of threads) visit(join(dirname(path), file!))
    for (const { target } of importsOf(tree, path)) if (target !== undefined) visit(target)
  }
  for (const path of entries) visit(path)
  return [...found]
}

test('a package has the migrations and what operators read, but no tests', () => {
  for (const path of [
    'server/migrations/0001-books.sql',
    'docs/operations.md',
    'deploy/prometheus/alerts.yml',
  ])
    expect(packaged).toContain(path)
  expect(packaged.filter((path) => /\.test\.|^(e2e|lab|web|server\/test)\//.test(path))).toEqual([
    'deploy/prometheus/alerts.test.yml',
  ])
})

test('of the built screens a package has the last build only', () => {
  const manifest = {
    'src/main.tsx': {
      file: 'assets/main-new.js',
      css: ['assets/main-new.css'],
      assets: ['assets/font.woff2'],
    },
  }
  const html = '<script src="/assets/main-new.js"></script><link href="/assets/icon.svg">'
  const paths = ['index.html', '.vite/manifest.json', 'renderer/assets/first.js']
  const current = ['main-new.js', 'main-new.js.br', 'main-new.css', 'font.woff2', 'icon.svg']
  const all = [
    ...paths,
    ...current.map((name) => `assets/${name}`),
    'assets/main-old.js',
    'assets/main-old.js.br',
  ]
  expect(builtFiles(all, manifest, html)).toEqual(all.slice(0, -2))
})
