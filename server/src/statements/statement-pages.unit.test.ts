import { describe, expect, test } from 'vitest'
import { paginate } from './statement-pages.ts'
import type { LaidRow } from './statement-rows.ts'

const row = (height: number, balance: string): LaidRow => ({ height, balance, cells: [] })
const room = { first: 100, later: 150, carried: 10, tail: 20 }

describe('the rows of a statement', () => {
  for (const [what, heights, pages] of [
    ['stay on one page with what follows them', [40, 40], [[40, 40]]],
    [
      'turn the page before a row that leaves no room for the balance carried forward',
      [50, 45, 5],
      [[50], [45, 5]],
    ],
    ['take the last row along to the page of what follows the table', [40, 40, 10], [[40, 40], [10]]],
    ['fill later pages, which have more room', [90, 70, 70, 70], [[90], [70, 70], [70]]],
    ['put a row that is higher than a page on a page of its own', [200, 10], [[200], [10]]],
  ] as const) {
    test(`the rows of a statement ${what}`, () => {
      const shared = paginate(
        heights.map((height, at) => row(height, String(at))),
        room,
      )
      expect(shared.map((page) => page.map(({ height }) => height))).toEqual(pages)
      expect(shared.flat().map(({ balance }) => balance)).toEqual(heights.map((_, at) => String(at)))
    })
  }
})
