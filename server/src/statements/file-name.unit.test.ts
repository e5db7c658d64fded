import { expect, test } from 'vitest'
import { accountFileName } from './file-name.ts'

test('the name of a file begins with the bank and the end of the account number, in letters that every system knows', () => {
  expect(accountFileName('Truepenny', '4375790371', 'statement.pdf')).toBe('truepenny-0371-statement.pdf')
  expect(accountFileName('“Crédit & Co.”', '4375790371', 'x.csv')).toBe('credit-co-0371-x.csv')
  expect(accountFileName('銀行', '4375790371', 'x.csv')).toBe('0371-x.csv')
})
