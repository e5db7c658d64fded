import { expect, test } from 'vitest'
import { longFunctions, packedSpreads } from './functions.ts'
import { treeOf } from './tree.ts'

/** A function of so many lines, its first and last line among them. */
const functionOf = (lines: number, { last = '}' } = {}) =>
  `export function open() {${'\n'.repeat(lines - 1)}${last}`

test('a function of 70 lines is accepted, one of 71 is not', () => {
  expect(longFunctions(treeOf({ 'server/src/a.ts': functionOf(70) }))).toEqual([])
  expect(longFunctions(treeOf({ 'server/src/a.ts': functionOf(71) }))).toEqual([
    'server/src/a.ts: open has 71 lines, at most 70',
  ])
})

test('an inner function and an arrow function are measured too', () => {
  const lines = '\n'.repeat(80)
  const inner = `const outer = () => {\n  const inner = () => {${lines}}\n}`
  expect(longFunctions(treeOf({ 'web/src/a.ts': inner }))).toEqual([
    'web/src/a.ts: inner has 81 lines, at most 70',
    'web/src/a.ts: outer has 83 lines, at most 70',
  ])
})

test('a component may have 120 lines; a function around a component may not', () => {
  const markup = { last: '  return <p />\n}' }
  expect(longFunctions(treeOf({ 'web/src/a.tsx': functionOf(119, markup) }))).toEqual([])
  expect(longFunctions(treeOf({ 'web/src/a.tsx': functionOf(120, markup) }))).toHaveLength(1)
  const around = functionOf(100, { last: '  return () => <p />\n}' })
  expect(longFunctions(treeOf({ 'web/src/a.tsx': around }))).toHaveLength(1)
})

test('the function around a script is not measured; those inside it are', () => {
  const script = `;(() => {\n  start()\n  function start() {${'\n'.repeat(75)}}\n})()`
  expect(longFunctions(treeOf({ 'web/src/a.ts': script }))).toEqual([
    'web/src/a.ts: start has 76 lines, at most 70',
  ])
})

test('a function of the lab, or of what tests share, may have 100 lines', () => {
  for (const path of ['lab/chaos/a.ts', 'server/test/a.ts', 'e2e/a.ts']) {
    expect(longFunctions(treeOf({ [path]: functionOf(100) }))).toEqual([])
    expect(longFunctions(treeOf({ [path]: functionOf(101) }))).toEqual([
      `${path}: open has 101 lines, at most 100`,
    ])
  }
})

test('functions of tests may be longer', () => {
  expect(longFunctions(treeOf({ 'server/src/a.test.ts': functionOf(200) }))).toEqual([])
})

test('an object literal that is spread into another is refused, a spread value and a condition are not', () => {
  const complaints = (text: string) => packedSpreads(treeOf({ 'server/src/a.tsx': text }))
  expect(complaints('const row = {\n  ...{ id, name },\n}')).toEqual([
    'server/src/a.tsx:2: spreads an object literal',
  ])
  expect(complaints('const row = <Row {...{ id, name }} />')).toHaveLength(1)
  expect(complaints('const row = { ...given, ...(isOn ? { id } : {}) }')).toEqual([])
})
