import { expect, test } from 'vitest'
import { uselessTests } from './tests.ts'
import { treeOf } from './tree.ts'

const written = (...lines: string[]) => treeOf({ 'ledger/src/money.test.ts': lines.join('\n') })

// Put together here, so that this file does not itself look like a test with nothing in it.
const start = 'test' + "('pays once', () => {"

test('a test without an assertion is found, also between two others with one', () => {
  const good = [start, '  expect(1).toBe(1)', '})']
  expect(uselessTests(written(...good, start, '  pay()', '})', ...good))).toHaveLength(1)
  expect(uselessTests(written(...good, ...good))).toEqual([])
})

test('a call of a function named expect… or assert… counts as an assertion', () => {
  expect(uselessTests(written(start, '  await expectBooksToBalance(db)', '})'))).toEqual([])
})

test('a test that is skipped, exclusive or waits for time is found', () => {
  for (const word of ['only', 'skip', 'todo', 'fixme']) {
    expect(uselessTests(written(`test${'.'}${word}('pays once', () => expect(1).toBe(1))`))).toHaveLength(1)
  }
  expect(
    uselessTests(written(start, `  await page.waitForTime${'out'}(10)`, '  expect(1).toBe(1)')),
  ).toHaveLength(1)
})
