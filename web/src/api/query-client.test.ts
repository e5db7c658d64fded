import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'

beforeEach(() => void vi.useFakeTimers())

const refusal = (status: number, code: string) => ({ status, code, detail: 'No', errors: [] })

async function ask(failure: unknown) {
  const onSignedOut = vi.fn()
  const onPasscodeRequired = vi.fn()
  const handlers = { onSignedOut, onPasscodeRequired }
  const queryFn = vi.fn(() => Promise.reject(failure))
  const query = createQueryClient(handlers)
    .fetchQuery({
      queryKey: ['query'],
      queryFn,
      ...createQueryClient(handlers).getDefaultOptions().queries,
    })
    .catch(() => undefined)
  await vi.runAllTimersAsync()
  await query
  return { times: queryFn.mock.calls.length, onSignedOut, onPasscodeRequired }
}

describe('a failed query', () => {
  test('a failed query is repeated three times when the bank cannot be reached', async () => {
    expect((await ask(new Error('offline'))).times).toBe(4)
  })
  test('a query is repeated when the bank was busy', async () => {
    expect((await ask(refusal(503, 'busy'))).times).toBe(4)
  })
  test('a refused query is not repeated', async () => {
    expect((await ask(refusal(422, 'validation'))).times).toBe(1)
  })
  test('a query refused because the user is signed out ends the session', async () => {
    const { times, onSignedOut } = await ask(refusal(401, 'signed_out'))
    expect(times).toBe(1)
    expect(onSignedOut).toHaveBeenCalledTimes(1)
  })
  test('a query refused because the passcode is required ends the elevation and not the session', async () => {
    const { onSignedOut, onPasscodeRequired } = await ask(refusal(403, 'passcode_required'))
    expect(onPasscodeRequired).toHaveBeenCalledTimes(1)
    expect(onSignedOut).not.toHaveBeenCalled()
  })
})
