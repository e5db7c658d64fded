import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const refusal = (status: number, code: string) => ({ status, code, detail: 'No', errors: [] })

async function ask(failure: unknown) {
  const onSignedOut = vi.fn()
  const onPasscodeRequired = vi.fn()
  const heeded = { onSignedOut, onPasscodeRequired }
  const queryFn = vi.fn(() => Promise.reject(failure))
  const asked = createQueryClient(heeded)
    .fetchQuery({
      queryKey: ['asked'],
      queryFn,
      ...createQueryClient(heeded).getDefaultOptions().queries,
    })
    .catch(() => undefined)
  await vi.runAllTimersAsync()
  await asked
  return { times: queryFn.mock.calls.length, onSignedOut, onPasscodeRequired }
}

describe('a question that failed', () => {
  test('is asked again three times when the bank could not be reached', async () => {
    expect((await ask(new Error('offline'))).times).toBe(4)
  })
  test('is asked again when the bank was busy', async () => {
    expect((await ask(refusal(503, 'busy'))).times).toBe(4)
  })
  test('is not asked again when the bank said no', async () => {
    expect((await ask(refusal(422, 'validation'))).times).toBe(1)
  })
  test('ends the session when nobody is signed in any more', async () => {
    const { times, onSignedOut } = await ask(refusal(401, 'signed_out'))
    expect(times).toBe(1)
    expect(onSignedOut).toHaveBeenCalledTimes(1)
  })
  test('closes administrator’s work, and not the session, when the passcode is wanted again', async () => {
    const { onSignedOut, onPasscodeRequired } = await ask(refusal(403, 'passcode_required'))
    expect(onPasscodeRequired).toHaveBeenCalledTimes(1)
    expect(onSignedOut).not.toHaveBeenCalled()
  })
})
