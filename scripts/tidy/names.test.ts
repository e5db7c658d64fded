import { expect, test } from 'vitest'
import { badNames, forbiddenSyntax, longFiles } from './names.ts'
import { treeOf } from './tree.ts'

test('meaningless names, and names that are not kebab-case, are refused', () => {
  const tree = treeOf({
    'server/src/utils/money.ts': '',
    'web/src/ui/index.ts': '',
    'web/src/ui/DatePicker.tsx': '',
    'web/src/ui/date-text.test.tsx': '',
    'server/migrations/0001-books.sql': '',
  })
  expect(badNames(tree)).toEqual([
    'server/src/utils/money.ts: "utils" says nothing',
    'web/src/ui/index.ts: "index" says nothing',
    'web/src/ui/DatePicker.tsx: "DatePicker" is not kebab-case',
  ])
})

test('barrels, nameless exports and classes are refused, the class Refusal is not', () => {
  const refused = [
    `export * from './money.ts'`,
    `export { money } from './money.ts'`,
    'export default function () {}',
    'export class AccountService {}',
  ]
  for (const text of refused) expect(forbiddenSyntax(treeOf({ 'server/src/a.ts': text }))).toHaveLength(1)
  expect(
    forbiddenSyntax(treeOf({ 'contract/src/refusal.ts': 'export class Refusal extends Error {}' })),
  ).toEqual([])
  expect(forbiddenSyntax(treeOf({ 'web/vite.config.ts': 'export default {}' }))).toEqual([])
})

test('a file of 300 lines is accepted, one of 301 is not', () => {
  expect(longFiles(treeOf({ 'server/src/a.ts': '\n'.repeat(300) }))).toEqual([])
  expect(longFiles(treeOf({ 'server/src/a.ts': '\n'.repeat(301) }))).toHaveLength(1)
})
