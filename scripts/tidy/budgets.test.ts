import { expect, test } from 'vitest'
import { labTooLarge } from './budgets.ts'
import { treeOf } from './tree.ts'

const lines = (count: number) => 'run()\n'.repeat(count)

test('the lab may have 16,450 lines of code with its tests, and not one more', () => {
  const lab = { 'lab/chaos/a.ts': lines(9_000), 'lab/chaos/a.test.ts': lines(7_450) }
  expect(labTooLarge(treeOf(lab))).toEqual([])
  expect(labTooLarge(treeOf({ ...lab, 'lab/screens/b.tsx': lines(1) }))).toEqual([
    'lab/ has 16451 lines of code, at most 16450',
  ])
})

test('what is no code of the lab does not count in its budget', () => {
  const others = { 'lab/README.md': lines(20_000), 'server/src/a.ts': lines(20_000) }
  expect(labTooLarge(treeOf(others))).toEqual([])
})
