import { expect, test } from 'vitest'
import type { Statement } from './statement.ts'
import { statementNumberOf } from './statement-paper.ts'

test('a statement’s number consists of its account and its period only', () => {
  const statement = { accountNumber: '4027719385', period: { from: '2026-11-01', to: '2026-11-30' } }
  expect(statementNumberOf(statement as Statement)).toBe('4027719385-20261101-20261130')
})
