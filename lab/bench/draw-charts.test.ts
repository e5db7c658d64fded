import { describe, expect, test } from 'vitest'
import { axisOf, scaleOf } from './axis.ts'
import { drawCharts, numberText } from './draw-charts.ts'

const room = { from: 0, to: 100 }

describe('an axis', () => {
  test('begins at zero and ends at a round number above the largest value', () => {
    for (const [values, ticks] of [
      [
        [13_400, 2_100],
        [0, 5_000, 10_000, 15_000],
      ],
      [[8], [0, 2, 4, 6, 8]],
      [[0.37], [0, 0.1, 0.2, 0.3, 0.4]],
      [[0], [0, 1]],
      [[], [0, 1]],
    ] as const) {
      expect(axisOf(values, room).ticks).toEqual(ticks)
    }
  })

  test('is even where values are near each other, and by orders of magnitude where they are not', () => {
    expect([1, 2, 3].map(scaleOf([1, 2, 3], room))).toEqual([0, 50, 100])
    expect([1, 16, 256].map(scaleOf([1, 16, 256], room))).toEqual([0, 50, 100])
    expect(scaleOf([64], room)(64)).toBe(50)
  })

  test('says large numbers in short', () => {
    expect([0, 0.25, 999, 12_500, 10_000_000].map(numberText)).toEqual(['0', '0.25', '999', '12.5k', '10M'])
  })
})

describe('a picture of curves', () => {
  const chart = {
    title: 'Transfers < "all"',
    xAxis: 'connections',
    yAxis: 'a second',
    curves: [
      {
        name: 'bank',
        points: [
          [1, 800],
          [64, 9_000],
          [256, Number.NaN],
        ],
      },
      {
        name: 'TPC-B',
        points: [
          [1, 500],
          [64, 3_000],
        ],
      },
    ],
  } as const

  test('draws each point that was measured, on one line for each curve, with their names', () => {
    const picture = drawCharts([chart], 'two cores')
    expect(picture.match(/<path class="curve/g)).toHaveLength(2)
    // Four points and two dots beside the names.
    expect(picture.match(/<circle/g)).toHaveLength(6)
    expect(picture).not.toContain('NaN')
    for (const text of [
      '>bank<',
      '>TPC-B<',
      '>two cores<',
      '>Transfers &lt; &quot;all&quot;<',
      '>64<',
      '>10k<',
    ]) {
      expect(picture).toContain(text)
    }
  })

  test('is legible on light and on dark, and asks for nothing from outside', () => {
    const picture = drawCharts([chart, chart, chart], '')
    expect(picture).toContain('prefers-color-scheme:dark')
    expect(picture.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|<image|@import|<script/)
    expect(picture).toContain('viewBox="0 0 960 634"')
  })
})
