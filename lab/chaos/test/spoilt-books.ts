import { describe, expect, test } from 'vitest'
import type { Books } from '../check/books-rows.ts'
import type { Finding } from '../records.ts'
import { type Changeable, rightBooks } from './right-books.ts'

type Case = readonly [
  wrong: string,
  what: Finding['what'],
  detail: RegExp,
  spoil: (books: Changeable<Books>) => unknown,
]

/** A test for each way to spoil the books: the check reports it. `title` begins the title of each test. */
export function testFindings(
  title: string,
  check: (books: Books) => Finding[],
  cases: readonly Case[],
): void {
  describe(title, () => {
    for (const [wrong, what, detail, spoil] of cases) {
      test(wrong, () => {
        const books = rightBooks()
        spoil(books)
        expect(check(books)).toContainEqual({ what, detail: expect.stringMatching(detail) })
      })
    }
  })
}
