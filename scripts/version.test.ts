import { join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { readTree } from './tidy/tree.ts'

const tree = readTree(join(import.meta.dirname, '..'))

test('all workspaces have the version of the clone, and name each other by it', () => {
  const workspaces = manifest.workspaces.map((folder) => JSON.parse(tree.get(`${folder}/package.json`) ?? ''))
  expect(workspaces.map(({ version }) => version)).toEqual(manifest.workspaces.map(() => manifest.version))
  const named = workspaces.flatMap(({ dependencies, devDependencies }) =>
    Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) => name.startsWith('@bank/')),
  )
  expect(named.map(([, version]) => version)).toEqual(named.map(() => manifest.version))
})

test('the changelog has the current version, and its versions are in order', () => {
  const headings = [...(tree.get('CHANGELOG.md') ?? '').matchAll(/^## \[(.+?)\]/gm)].map(([, name]) => name!)
  expect(headings[0]).toBe('Unreleased')
  expect(headings[1]).toBe(manifest.version)
  const numbers = headings.slice(1).map((name) => name.split('.').map(Number))
  const newestFirst = numbers.toSorted((a, b) => b[0]! - a[0]! || b[1]! - a[1]! || b[2]! - a[2]!)
  expect(numbers).toEqual(newestFirst)
})

test('the packages that the documents name are those of the current version', () => {
  const documents = [...tree].filter(([path]) => /^(README|docs\/[\w-]+)\.md$/.test(path))
  const name = new RegExp(`\\b${manifest.name}[-_](\\d+\\.\\d+\\.\\d+)`, 'g')
  const named = documents.flatMap(([, text]) => [...text.matchAll(name)].map(([, version]) => version))
  expect(named.length).toBeGreaterThan(2)
  expect(named).toEqual(named.map(() => manifest.version))
})
