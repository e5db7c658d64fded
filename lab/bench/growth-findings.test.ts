import { expect, test } from 'vitest'
import { customersFor } from './growth-findings.ts'
import { entriesOf } from './history-bank.ts'

test('books of any size have their entries, and at least a thousand customers who can send', () => {
  for (const entries of [10_000, 1_000_000, 10_000_000]) {
    const { ordinary, fresh } = customersFor(entries)
    expect(ordinary + fresh).toBeGreaterThanOrEqual(1_000)
    const made = ordinary * entriesOf.ordinary + fresh * entriesOf.fresh
    expect(Math.abs(made / entries - 1)).toBeLessThan(0.05)
  }
})
