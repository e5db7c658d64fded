import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query'
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

test('a change that is wanted while offline fails at once and is not sent later', async () => {
  const client = createQueryClient({ onSignedOut: vi.fn(), onPasscodeRequired: vi.fn() })
  const mutationFn = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  onlineManager.setOnline(false)
  try {
    const change = new MutationObserver(client, { mutationFn })
    await expect(change.mutate()).rejects.toThrow('Failed to fetch')
    expect(change.getCurrentResult().isPaused).toBe(false)
  } finally {
    onlineManager.setOnline(true)
  }
  await vi.runAllTimersAsync()
  expect(mutationFn).toHaveBeenCalledTimes(1)
})

test('what a form has sent is dropped a second after the form is gone', async () => {
  const client = createQueryClient({ onSignedOut: vi.fn(), onPasscodeRequired: vi.fn() })
  const mutationFn = async (_: { password: string }) => undefined
  const form = new MutationObserver(client, { mutationFn })
  const leave = form.subscribe(() => {})
  await form.mutate({ password: 'a typed password' })
  const sent = () => client.getMutationCache().getAll()
  expect(sent().map(({ state }) => state.variables)).toEqual([{ password: 'a typed password' }])
  leave()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent()).toEqual([])
})

describe('an answer that was under way when its query was invalidated', () => {
  const queryKey = ['balance']

  /** Answers in the order of the requests, each when it is given. */
  function listen() {
    const client = createQueryClient({ onSignedOut: vi.fn(), onPasscodeRequired: vi.fn() })
    const answers: PromiseWithResolvers<string>[] = []
    const queryFn = () => {
      answers.push(Promise.withResolvers())
      return answers.at(-1)!.promise
    }
    const observer = new QueryObserver(client, { queryKey, queryFn })
    observer.subscribe(() => {})
    const answer = async (balance: string) => {
      answers.shift()!.resolve(balance)
      await vi.advanceTimersByTimeAsync(0)
    }
    const fail = async (problem: unknown) => {
      answers.shift()!.reject(problem)
      await vi.advanceTimersByTimeAsync(0)
    }
    return { client, answers, answer, fail, balance: () => observer.getCurrentResult().data }
  }

  test('a first answer is shown and requested again, once', async () => {
    const { client, answers, answer, balance } = listen()
    void client.invalidateQueries()
    void client.invalidateQueries()
    expect(answers).toHaveLength(1)
    await answer('89.75')
    expect(balance()).toBe('89.75')
    expect(answers).toHaveLength(1)
    await answer('89.00')
    expect(balance()).toBe('89.00')
    expect(answers).toHaveLength(0)
  })

  test('a first answer that never comes is requested at the next chance, once', async () => {
    const { client, answers, answer, balance, fail } = listen()
    void client.invalidateQueries()
    await fail({ status: 403, code: 'not_allowed', detail: 'No', errors: [] })
    expect(answers).toHaveLength(0)
    void client.refetchQueries()
    await answer('89.00')
    expect(balance()).toBe('89.00')
    expect(answers).toHaveLength(0)
  })

  test('an answer that was not overtaken is not requested again', async () => {
    const { client, answers, answer, balance } = listen()
    await answer('100.00')
    client.setQueryData(queryKey, '99.00')
    void client.invalidateQueries()
    expect(answers).toHaveLength(1)
    await answer('89.00')
    expect(balance()).toBe('89.00')
    expect(answers).toHaveLength(0)
  })
})

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
