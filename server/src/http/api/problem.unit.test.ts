import { expect, test } from 'vitest'
import { failureOf } from './problem.ts'

test.each([
  ['a disk that answers with errors', '58030'],
  ['a disk that is full', '53100'],
  ['a statement that took too long', '57014'],
])('%s is said to be busy, and is ours to look at', (_, code) => {
  const error = Object.assign(new Error('from the database'), { code })
  const { problem, headers, isLogged } = failureOf(error, { instance: '/api/transfers', traceId: 'trace' })
  expect(problem).toMatchObject({ status: 503, code: 'busy' })
  expect(headers['retry-after']).toBe('1')
  expect(problem.detail).not.toContain('database')
  expect(isLogged).toBe(true)
})
