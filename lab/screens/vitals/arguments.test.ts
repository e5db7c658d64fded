import { describe, expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

describe('what is asked of the vitals', () => {
  test('is every page, five times, unless told otherwise', () => {
    const { runs, pages } = readArguments([])
    expect([runs, pages.length]).toEqual([5, 11])
    const few = readArguments(['--runs', '1', '--only', '/', '--only', '/transfer'])
    expect([few.runs, few.pages.map(({ path }) => path)]).toEqual([1, ['/', '/transfer']])
  })

  test('is refused where it cannot be measured', () => {
    expect(() => readArguments(['--runs', 'many'])).toThrow('--runs has "many"')
    expect(() => readArguments(['--only', '/nowhere'])).toThrow('it must be one of /, /register,')
  })
})
