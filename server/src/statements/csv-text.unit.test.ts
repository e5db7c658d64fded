import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { csvRows } from './csv-text.ts'

const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '＋1', '－1', '＠A1', '"=1+1', '""=1+1']

describe('a customer’s text in a file of comma-separated values', () => {
  for (const before of ['', 'a;', 'a\t', 'a\n', 'a\r\n', '\t', '\r', ';', 'a;b;', 'a, b;']) {
    for (const separator of [',', ';', '\t']) {
      test(`begins no cell like a formula after ${JSON.stringify(before)} where ${JSON.stringify(separator)} separates`, () => {
        for (const formula of formulas) {
          const file = csvRows([['11/24/2026', `${before}${formula};c`, 12_50n]])
          const rows: string[][] = parse(file, {
            delimiter: separator,
            relax_quotes: true,
            relax_column_count: true,
          })
          for (const cell of rows.flat()) expect(cell).not.toMatch(/^"*[=+\-@＝＋－＠]/)
        }
      })
    }
  }

  test('is not changed when no separator stands before a sign', () => {
    const texts = ['Rent 2026-11; flat 3', 'a+b=c@d', 'Ann; Ben', '1;2', 'a - b', "'quoted'"]
    expect(csvRows([texts])).toBe(`${texts.join(',')}\r\n`)
  })
})
