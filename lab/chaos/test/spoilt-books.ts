import { describe, expect, test } from 'vitest'
import type { Finding } from '../records.ts'

type Case<Input> = readonly [
  wrong: string,
  what: Finding['what'],
  detail: RegExp,
  spoil: (right: Input) => unknown,
]

/** A test for each way to spoil what is right: the check reports it. `title` begins the title of each test. */
export function testFindings<Input>(
  title: string,
  check: (input: Input) => Finding[],
  makeRight: () => Input,
  cases: readonly Case<Input>[],
): void {
  describe(title, () => {
    for (const [wrong, what, detail, spoil] of cases) {
      test(wrong, () => {
        const input = makeRight()
        spoil(input)
        expect(check(input)).toContainEqual({ what, detail: expect.stringMatching(detail) })
      })
    }
  })
}
